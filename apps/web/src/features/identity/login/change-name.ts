import { nameProblem, normaliseLine } from '@nukkad/rules/text.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { renewSession, useSession } from '#stores/session.ts'

const texts = { required: 'fieldNameMissing', 'too-long': 'fieldNameTooLong', characters: 'fieldCharacters' } as const

/** Holds the typed name of the customer. `save` checks the name, saves it, and shows it on every screen. */
export function useNameChange({ first = '', onSaved }: { first?: string; onSaved: () => void }) {
  const [typed, setTyped] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const name = normaliseLine(typed)
      await call('change-name', { name })
      return name
    },
    onSuccess: (name) => {
      const { user } = useSession.getState()
      if (user) renewSession({ ...user, data: { ...user.data, name } })
      onSaved()
    },
    onError: (error) => setProblem(refusalText(error)),
  })
  const save = () => {
    const found = nameProblem(typed)
    setProblem(found && t(texts[found]))
    if (!found) mutate()
  }
  return { typed, setTyped, problem, isPending, save }
}
