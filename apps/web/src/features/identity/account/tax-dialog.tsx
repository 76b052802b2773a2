import { TAX_NUMBER_MAXIMUM, taxNumberProblem } from '@nukkad/rules/text.ts'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { refreshSession } from './session-refresh.ts'

export type TaxDialogProps = { isOpen: boolean; onClose: () => void; taxNumber: string | null }

/**
 * Asks for the tax number. The dialog closes when the tax number is saved and the customer's data has been fetched
 * again (G-37 to G-41, GAP-27).
 */
export function TaxDialog({ isOpen, onClose, taxNumber }: TaxDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} icon={<Landmark />} title={t('accountTaxVatText')} actions={null}>
      <TaxForm taxNumber={taxNumber} onSaved={onClose} />
    </Dialog>
  )
}

function TaxForm({ taxNumber, onSaved }: { taxNumber: string | null; onSaved: () => void }) {
  const [typed, setTyped] = useState(taxNumber ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const answer: unknown = await call('update-tax-number', { tax_number: typed.trim() })
      if (!answer) throw new Error('the server refused the tax number')
      await refreshSession()
    },
    onSuccess: onSaved,
    onError: (error) =>
      setProblem(error instanceof ApiError && error.status > 0 ? errorText(error.code) : t('stateLoadFailedHint')),
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (taxNumberProblem(typed)) return setProblem(errorText('INVALID_INPUT'))
    setProblem(null)
    mutate()
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-4 pt-2 text-start text-ink">
      <Field
        label={t('accountTaxVatText')}
        value={typed}
        error={problem}
        maxLength={TAX_NUMBER_MAXIMUM}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        className="uppercase"
        onChange={(event) => setTyped(event.currentTarget.value.toUpperCase())}
      />
      <SendButton type="submit" isBlock disabled={typed === ''} isBusy={isPending}>
        {t('customerVatSave')}
      </SendButton>
    </form>
  )
}
