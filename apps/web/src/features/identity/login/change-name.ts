import { normaliseLine, type TextProblem } from '@nukkad/rules/text.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { renewSession, useSession } from '#stores/session.ts'

const texts = { required: 'fieldNameMissing', 'too-long': 'fieldNameTooLong', characters: 'fieldCharacters' } as const

/** Returns the text for a fault of a name. */
export const nameText = (problem: TextProblem): string => t(texts[problem])

/** Saves the customer's name and shows it on every screen. */
export function useNameChange({ onSaved, onRefused }: { onSaved: () => void; onRefused: (text: string) => void }) {
  return useMutation({
    mutationFn: async (typed: string) => {
      const name = normaliseLine(typed)
      await call('change-name', { name })
      return name
    },
    onSuccess: (name) => {
      const { user } = useSession.getState()
      if (user) renewSession({ ...user, data: { ...user.data, name } })
      onSaved()
    },
    onError: (error) => onRefused(refusalText(error)),
  })
}
