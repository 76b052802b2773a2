import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Input } from '#components/controls.tsx'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AskedForm } from './asked-form.tsx'
import { formatAmount } from './facts.ts'

/** Confirms a reported payment with a bank statement, if its provider has not confirmed it. */
export function ConfirmPayment({ row, onDone }: { row: RowOf<'payment_approvals'>; onDone: () => void }) {
  const { field, submit, formError, formState } = useCallForm('dashboard/payment-approvals/confirm', {
    values: { reference: '' },
    toInput: (typed: { reference: string }) => ({ ...typed, id: Number(row.id) }),
    onDone: async () => {
      await reread('dashboard/table', 'dashboard/orders/show')
      toast('Payment confirmed')
      onDone()
    },
  })
  return (
    <AskedForm
      label="Confirm the payment"
      submit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      action="Confirm"
      question={`Confirm ${formatAmount(row)}?`}
      says="After the confirmation, the store can get its share, and the order can be refunded. You cannot undo the confirmation."
    >
      <p className="text-ink-2">
        Staff reported this payment, but the provider has not confirmed it. A person who neither reported nor approved
        the payment must confirm it with a bank statement.
      </p>
      <Input
        label="Reference"
        help="The bank’s reference of this payment on the statement."
        maxLength={120}
        autoComplete="off"
        {...field('reference')}
      />
    </AskedForm>
  )
}
