import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import type { ComponentProps } from 'react'
import { Input } from '#components/controls.tsx'
import { Facts } from '#components/section.tsx'
import { AskedForm } from '#features/ledger/adjustments/asked-form.tsx'
import { typedAmount } from '#features/ledger/adjustments/facts.ts'
import { useMoneyForm } from '#features/ledger/adjustments/use-money-form.ts'
import { currencySign, formatMoney } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { currencyOr } from '#lib/shop-currency.ts'

type ReceiptCall = Extract<CallName, 'dashboard/store-settlements/record' | 'dashboard/delivery-collections/collect'>
const empty = { amount: '', reference: '', note: '' }
type Typed = typeof empty

type ReceiptProps<Name extends ReceiptCall> = {
  call: Name
  facts: ComponentProps<typeof Facts>['facts']
  /** The full amount owed. */
  due: { amount: string | null; currency: string | null }
  label: string
  action: string
  question: (amount: string) => string
  /** Describes the effect of recording the amount. */
  effect: (amount: string) => string
  field: { name: 'reference' | 'note'; label: string; help: string }
  /** @param amount undefined for the full amount */
  toInput: (typed: { amount?: string; reference: string; note: string }) => WireInput<Name>
  onDone: (answer: Output<Name>) => void
}

/** Records money that staff received from a store or a rider: the full amount or a part of it. */
export function ReceiptForm<Name extends ReceiptCall>(props: ReceiptProps<Name>) {
  const { facts, due, label, action, question, effect, field, toInput, onDone } = props
  const {
    field: fieldOf,
    submit,
    formError,
    formState,
    watch,
  } = useMoneyForm(props.call, {
    values: empty,
    toInput: ({ amount, ...typed }: Typed) => toInput({ ...typed, ...(amount.trim() && { amount: amount.trim() }) }),
    onDone: async (answer) => {
      await reread('dashboard/table', 'dashboard/liabilities')
      onDone(answer)
    },
  })
  const currency = currencyOr(due.currency)
  const amount = formatMoney(typedAmount(watch('amount')) ?? due.amount ?? '0', currency)
  return (
    <div className="grid gap-6">
      <Facts facts={facts} />
      <AskedForm
        label={label}
        submit={submit}
        formError={formError}
        isBusy={formState.isSubmitting}
        action={action}
        question={question(amount)}
        says={effect(amount)}
      >
        <Input
          label="Amount"
          help="Leave empty for the full amount."
          before={currencySign(currency)}
          placeholder={due.amount ?? undefined}
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf('amount')}
        />
        <Input label={field.label} help={field.help} autoComplete="off" {...fieldOf(field.name)} />
      </AskedForm>
    </div>
  )
}
