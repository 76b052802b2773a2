import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { notice } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { moneyWords } from '#lib/words.ts'
import { Input } from '#parts/controls.tsx'
import { Facts } from '#parts/section.tsx'
import { AskedForm } from './asked-form.tsx'
import { sumFault, sumWords, typedSum, whenWords } from './facts.ts'

/** Records what a store paid of what it owes, all of it or a part. */
export function SettlementForm({ row, onDone }: { row: RowOf<'store_debts'>; onDone: () => void }) {
  const currency = row.currency ?? 'INR'
  const { register, submit, fault, formState, watch, setError } = useCallForm('dashboard/store-settlements/record', {
    values: { amount: '', reference: '' },
    toInput: ({ amount, reference }: { amount: string; reference: string }) => ({
      store_id: Number(row.id),
      reference,
      ...(amount.trim() && { amount: amount.trim() }),
    }),
    onDone: async ({ data }) => {
      await reread('dashboard/table', 'dashboard/liabilities')
      notice(data.state === 'waiting' ? 'Recorded. Another person approves it under “Payments”.' : 'Recorded')
      onDone()
    },
    onRefusal: (error) => {
      const message = sumFault(error)
      if (message) setError('amount', { message }, { shouldFocus: true })
      return message !== undefined
    },
  })
  const sum = typedSum(watch('amount')) ?? row.owed ?? '0'
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Owes', <b key="owed">{sumWords({ amount: row.owed, currency })}</b>],
          ['Last payment', whenWords(row.last_settled_at)],
        ]}
      />
      <AskedForm
        label="Record a payment"
        submit={submit}
        fault={fault}
        isBusy={formState.isSubmitting}
        action="Record"
        question={`Did ${moneyWords(sum, currency)} come?`}
        says={`${row.store} owes ${moneyWords(sum, currency)} less. This cannot be undone.`}
      >
        <Input
          label="Amount"
          help="Empty: all of it."
          inputMode="decimal"
          autoComplete="off"
          error={formState.errors.amount?.message}
          {...register('amount')}
        />
        <Input
          label="Reference"
          help="As the bank names the payment, or the number of the receipt."
          error={formState.errors.reference?.message}
          {...register('reference')}
        />
      </AskedForm>
    </div>
  )
}
