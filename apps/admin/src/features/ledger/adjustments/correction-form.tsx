import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chooser } from '#components/chooser.tsx'
import { Input, Select, TextArea } from '#components/controls.tsx'
import { type Choice, customersFor } from '#lib/find.ts'
import { formatMoney } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import {
  type CorrectionValues,
  correctionEffect,
  correctionInput,
  correctionText,
  correctionValues,
} from './correction.ts'
import { useMoneyForm } from './use-money-form.ts'

const directions = [
  { value: 'credit', label: 'Add to the wallet' },
  { value: 'debit', label: 'Take from the wallet' },
]
const pockets = [
  { value: 'own', label: 'Own money' },
  { value: 'promotion', label: 'Promotion credit' },
]

/**
 * Requests a correction of a customer's wallet (U-20). Below the daily limit, the server books the correction
 * immediately.
 */
export function CorrectionForm({ customer: given, onDone }: { customer: Choice | undefined; onDone: () => void }) {
  const [customer, setCustomer] = useState<Choice[]>(given ? [given] : [])
  const form = useMoneyForm('dashboard/wallet-adjustments/propose', {
    values: correctionValues,
    toInput: (typed: CorrectionValues) => correctionInput(typed, customer[0]?.id),
    onDone: async (answer) => {
      await reread('dashboard/table', 'dashboard/people/show', 'dashboard/liabilities')
      toast(correctionText(answer))
      onDone()
    },
  })
  const { field, register } = form
  const typed = form.watch()
  return (
    <form onSubmit={form.submit} noValidate aria-label="New correction" className="grid gap-4">
      <FormError text={form.formError} size="small" />
      <CustomerChooser chosen={customer} onChange={setCustomer} error={form.errorOf('customer_id')} />
      {customer[0] ? <Holds key={customer[0].id} id={customer[0].id} /> : null}
      <div className="grid gap-4 wide:grid-cols-2">
        <Select label="What to do" options={directions} {...register('direction')} />
        <Input label="Amount" inputMode="decimal" autoComplete="off" {...field('amount')} />
      </div>
      <Select
        label="Balance"
        help="The shop can send own money back to the customer. Promotion credit can only be spent in this shop."
        options={pockets}
        {...register('pocket')}
      />
      <TextArea
        label="Reason"
        help="Only staff see the reason. The reason is stored with the correction and in the audit log."
        rows={2}
        {...field('reason')}
      />
      <Input
        label="Note to the customer"
        help="The customer sees this note next to the amount in the wallet. If the note is blank, the customer sees “Correction”."
        maxLength={140}
        {...field('note')}
      />
      <p role="status" className="rounded-control bg-tint px-4 py-3 text-on-tint">
        {correctionEffect(typed, customer[0]?.name)} Above the daily limit, another person must approve the correction
        first.
      </p>
      <div>
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          {typed.direction === 'credit' ? 'Add to the wallet' : 'Take from the wallet'}
        </Button>
      </div>
    </form>
  )
}

type CustomerChooserProps = {
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
  error: string | undefined
}

/** Selects the customer: staff who may search customers find them by name, and other staff type the account number. */
function CustomerChooser({ chosen, onChange, error }: CustomerChooserProps) {
  const maySearch = useMay({ permission: 'login_as_customer' })
  return (
    <Chooser
      label="Customer"
      help={
        maySearch
          ? 'Enter a name, the last digits of a phone, or an account number such as “No. 27”.'
          : 'Enter the number of the account, such as “No. 27”.'
      }
      placeholder="Name, phone or number"
      chosen={chosen}
      onChange={onChange}
      find={customersFor(maySearch)}
      isSingle
      error={error}
    />
  )
}

/** Shows the customer and their wallet balance, for staff who may see accounts. */
function Holds({ id }: { id: number }) {
  const maySee = useMay({ permission: 'all_users_view' })
  const { data, error } = useQuery({ ...ask('dashboard/people/show', { id }), enabled: maySee, staleTime: 0 })
  if (!maySee) return null
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p role="status">One moment …</p>
  const { name, phone, wallets } = data.data
  const held = wallets.map(
    ({ own, promotion, currency }) =>
      `${formatMoney(own, currency)} own money and ${formatMoney(promotion, currency)} promotion credit`,
  )
  return (
    <p className="text-ink-2">
      {name}
      {phone ? `, ${phone}` : ''}: the wallet holds {held.join('; ') || 'nothing'}.
    </p>
  )
}
