import { nameProblem } from '@nukkad/rules/text.ts'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { notify } from '#lib/toasts.ts'
import { useCustomer } from '#stores/session.ts'
import { nameText, useNameChange } from './change-name.ts'

/** Asks a customer without a name for it next to their order. Leaving the field saves it, also by placing the order. */
export default function NameCard() {
  const customer = useCustomer()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useNameChange({ onSaved: () => notify(t('joinNameSaved')), onRefused: setProblem })
  const save = () => {
    if (name.trim() === '' || isPending) return
    const found = nameProblem(name)
    setProblem(found && nameText(found))
    if (!found) mutate(name)
  }
  return (
    <form
      aria-label={t('loginNewNumber')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="rounded-card bg-surface p-4 hairline"
    >
      <h2 className="mb-3 text-heading">{t('loginNewNumber')}</h2>
      <Field
        label={t('loginLoginNameLabel')}
        helper={t('joinNameHint', { name: (customer?.name ?? '').replace(' ', '\u00a0') })}
        autoComplete="name"
        enterKeyHint="done"
        value={name}
        error={problem}
        onBlur={save}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </form>
  )
}
