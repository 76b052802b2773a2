import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useState } from 'react'
import { Input, TextArea } from '#components/controls.tsx'
import { AskedForm } from '#features/ledger/adjustments/asked-form.tsx'
import { formatAmount } from '#features/ledger/adjustments/facts.ts'
import { LedgerBanner } from '#features/ledger/wallet/ledger-banner.tsx'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type FormProps = { row: RowOf<'payouts'>; onDone: () => void }

const rereadPayouts = () => reread('dashboard/table', 'dashboard/liabilities', 'store-owner/get-earnings')

/** Records that a payout was paid, with the method and the reference. */
export function PayForm({ row, onDone }: FormProps) {
  const [ledgerDiffers, setLedgerDiffers] = useState(false)
  const { field, submit, formError, formState } = useCallForm('dashboard/store-payouts/pay', {
    values: { transaction_mode: '', transaction_id: '', message: '' },
    toInput: (typed: { transaction_mode: string; transaction_id: string; message: string }) => ({
      ...typed,
      id: Number(row.id),
      message: typed.message.trim() || null,
    }),
    onDone: async () => {
      await rereadPayouts()
      toast(`${formatAmount(row)} marked as paid to ${row.store}`)
      onDone()
    },
    onRefusal: ({ code }) => {
      setLedgerDiffers(code === 'BOOKS_DIFFER')
      return code === 'BOOKS_DIFFER'
    },
  })
  return (
    <AskedForm
      label="Paid"
      submit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      action="Mark as paid"
      question={`Have you sent ${formatAmount(row)} to ${row.store}?`}
      says={`${row.store} sees that the payout was paid. This page moves no money, so send the money first. You cannot mark the payout as unpaid again.`}
    >
      {ledgerDiffers ? <LedgerBanner isRefused /> : null}
      <Input
        label="Method"
        help="How the money was sent, such as NEFT, UPI or cheque."
        maxLength={60}
        {...field('transaction_mode')}
      />
      <Input
        label="Reference"
        help="The bank’s reference for the transfer."
        autoComplete="off"
        maxLength={120}
        {...field('transaction_id')}
      />
      <TextArea label="Message to the store" rows={2} {...field('message')} />
    </AskedForm>
  )
}

export function RejectForm({ row, onDone }: FormProps) {
  const { field, submit, formError, formState } = useCallForm('dashboard/store-payouts/reject', {
    values: { message: '' },
    toInput: ({ message }: { message: string }) => ({ id: Number(row.id), message }),
    onDone: async () => {
      await rereadPayouts()
      toast(
        `The payout was rejected, and ${formatAmount({ amount: row.gross, currency: row.currency })} is due to ${row.store} again`,
      )
      onDone()
    },
  })
  return (
    <AskedForm
      label="Reject"
      submit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      action="Reject"
      variant="outline"
      question="Reject this payout?"
      says={`The amount before commission is due to ${row.store} again, and the store can request a payout again. The store can read your reason.`}
    >
      <TextArea
        label="Why you reject the payout"
        help="The store can read your reason."
        rows={2}
        {...field('message')}
      />
    </AskedForm>
  )
}
