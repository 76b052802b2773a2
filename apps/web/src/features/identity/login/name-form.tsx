import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import type { FormEvent } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'
import { useCustomer } from '#stores/session.ts'
import { useNameChange } from './change-name.ts'

/** Asks a new customer for the name, which they may skip. */
export function NameForm({ onDone }: { onDone: () => void }) {
  const customer = useCustomer()
  const { typed, setTyped, problem, isPending, save } = useNameChange({ onSaved: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form aria-label={t('loginNewNumber')} noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t('loginLoginNameLabel')}
        helper={t('joinNameHint', { name: (customer?.name ?? '').replace(' ', '\u00a0') })}
        autoComplete="name"
        autoFocus
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('commonContinue')}
      </SendButton>
      <Button variant="plain" isBlock onClick={onDone}>
        {t('joinNameLater')}
      </Button>
    </form>
  )
}
