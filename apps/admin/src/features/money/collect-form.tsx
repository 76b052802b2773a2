import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { notice } from '#lib/notices.ts'
import { reread } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { moneyWords } from '#lib/words.ts'
import { Input, TextArea } from '#parts/controls.tsx'
import { Facts } from '#parts/section.tsx'
import { AskedForm } from './asked-form.tsx'
import { sumFault, sumWords, typedSum, whenWords } from './facts.ts'

/** Takes cash from a rider, all that he holds or a part of it. */
export function CollectForm({ row, onDone }: { row: RowOf<'cash_held'>; onDone: () => void }) {
  const currency = row.currency ?? 'INR'
  const { register, submit, fault, formState, watch, setError } = useCallForm(
    'dashboard/delivery-collections/collect',
    {
      values: { amount: '', note: '' },
      toInput: ({ amount, note }: { amount: string; note: string }) => ({
        rider_id: Number(row.id),
        currency,
        ...(amount.trim() && { amount: amount.trim() }),
        note: note.trim() || null,
      }),
      onDone: async ({ data, held }) => {
        await reread('dashboard/table', 'dashboard/liabilities')
        notice(`${moneyWords(data.amount, currency)} collected; ${row.rider} still holds ${moneyWords(held, currency)}`)
        onDone()
      },
      onRefusal: (error) => {
        const message = sumFault(error)
        if (message) setError('amount', { message }, { shouldFocus: true })
        return message !== undefined
      },
    },
  )
  const sum = typedSum(watch('amount')) ?? row.held ?? '0'
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Holds', <b key="held">{sumWords({ amount: row.held, currency })}</b>],
          ['May hold', row.limit ? sumWords({ amount: row.limit, currency }) : 'Any sum'],
          ['Last collected', whenWords(row.last_collected_at)],
        ]}
      />
      <AskedForm
        label="Collect cash"
        submit={submit}
        fault={fault}
        isBusy={formState.isSubmitting}
        action="Collect"
        question={`${moneyWords(sum, currency)} in your hand?`}
        says={`${row.rider} owes ${moneyWords(sum, currency)} less, and it lies in the house’s cash. Count it first: this cannot be undone.`}
      >
        <Input
          label="Amount"
          help="Empty: all of it."
          inputMode="decimal"
          autoComplete="off"
          error={formState.errors.amount?.message}
          {...register('amount')}
        />
        <TextArea label="Note" rows={2} error={formState.errors.note?.message} {...register('note')} />
      </AskedForm>
    </div>
  )
}
