import { nameProblem } from '@nukkad/rules/text.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { type FormEvent, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { t } from '#lib/catalogue.ts'
import { useCustomer } from '#stores/session.ts'
import { nameText, useNameChange } from './change-name.ts'

/** Asks a new customer for the name, which they may skip. */
export function NameForm({ onDone }: { onDone: () => void }) {
  const customer = useCustomer()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useNameChange({ onSaved: onDone, onRefused: setProblem })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = nameProblem(name)
    setProblem(found && nameText(found))
    if (!found) mutate(name)
  }
  return (
    <form aria-label={t('loginNewNumber')} noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t('loginLoginNameLabel')}
        helper={t('joinNameHint', { name: (customer?.name ?? '').replace(' ', '\u00a0') })}
        autoComplete="name"
        autoFocus
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
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
