import { Field } from '@nukkad/ui/components/field.tsx'
import { bringIntoView } from '#lib/bring-into-view.ts'
import { t } from '#lib/catalogue.ts'
import { notify } from '#lib/toasts.ts'
import { useCustomer } from '#stores/session.ts'
import { useNameChange } from './change-name.ts'

/**
 * Asks a customer who has no name yet to enter one, next to their order. Leaving the field saves the name, and so does
 * placing the order.
 */
export default function NameCard() {
  const customer = useCustomer()
  const { typed, setTyped, problem, isPending, save } = useNameChange({ onSaved: () => notify(t('joinNameSaved')) })
  const saveTyped = () => {
    if (typed.trim() !== '' && !isPending) save()
  }
  return (
    <form
      ref={bringIntoView}
      aria-label={t('loginNewNumber')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        saveTyped()
      }}
      className="rounded-card bg-surface p-4 hairline"
    >
      <h2 className="mb-3 text-heading">{t('loginNewNumber')}</h2>
      <Field
        label={t('loginLoginNameLabel')}
        helper={t('joinNameHint', { name: (customer?.name ?? '').replace(' ', '\u00a0') })}
        autoComplete="name"
        enterKeyHint="done"
        value={typed}
        error={problem}
        onBlur={saveTyped}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}
