import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Choice, findOrders } from '#lib/find.ts'
import { notice } from '#lib/notices.ts'
import { ask, reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { moneyWords } from '#lib/words.ts'
import { Chooser } from '#parts/chooser.tsx'
import { Input, Select, TextArea } from '#parts/controls.tsx'
import { Facts } from '#parts/section.tsx'
import { AskedForm } from './asked-form.tsx'
import { amountError, typedSum } from './facts.ts'

/** What the page was asked to refund. */
export type RefundOf = { orderId?: number; paymentId?: number }

const sources = [
  { value: 'order', label: 'A delivered order' },
  { value: 'payment', label: 'A payment' },
]
const ways = [
  { value: 'wallet', label: 'Into the customer’s wallet' },
  { value: 'provider', label: 'Back to where it came from' },
]

/** Asks for an order's or a payment's money to go back, whole or in part. */
export function RefundForm({ of, onDone }: { of: RefundOf; onDone: () => void }) {
  const [order, setOrder] = useState<Choice[]>(of.orderId ? [{ id: of.orderId, name: `Order id ${of.orderId}` }] : [])
  const maySeeOrders = useMay({ permission: 'order_view' })
  const { register, submit, formError, formState, watch, setError } = useCallForm('dashboard/refunds/propose', {
    values: valuesOf(of),
    toInput: ({ source, payment_id, amount, to, reason }: Values) => ({
      ...(source === 'order' ? { order_id: order[0]?.id ?? 0 } : { payment_id: payment_id.trim() }),
      ...(amount.trim() && { amount: amount.trim() }),
      to,
      reason,
    }),
    onDone: async ({ data }) => {
      await reread('dashboard/table', 'dashboard/orders/show', 'dashboard/liabilities')
      const sum = moneyWords(data.amount, data.currency)
      notice(
        data.state === 'booked'
          ? `${sum} goes back to ${data.customer.name}`
          : `Above what one person books alone: ${sum} waits for a second person`,
      )
      onDone()
    },
    onRefusal: (error) => {
      const message = amountError(error)
      if (message) setError('amount', { message }, { shouldFocus: true })
      return message !== undefined
    },
  })
  const errorOf = (field: keyof Values) => formState.errors[field]?.message
  const typed = watch()
  return (
    <AskedForm
      label="New refund"
      submit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      action="Refund"
      question="Give it back?"
      says={`${saying(typed)} Above the limit a second person has to approve it. Money that has gone cannot be fetched back.`}
    >
      <Select label="Give back" options={sources} {...register('source')} />
      {typed.source === 'order' ? (
        <>
          <Chooser
            label="Order"
            help="A part of its number, or the customer’s name or phone."
            placeholder="OD-…"
            chosen={order}
            onChange={setOrder}
            find={findOrders}
            isSingle
            error={errorOf('order_id')}
          />
          {order[0] && maySeeOrders ? <OrderFacts key={order[0].id} id={order[0].id} /> : null}
        </>
      ) : (
        <Input
          label="Payment"
          help="Its number here, as payment issues and disputes name it."
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('payment_id')}
          {...register('payment_id')}
        />
      )}
      <Select
        label="Where to"
        help="A provider takes some days, and promotion credit only goes into the wallet."
        options={ways}
        {...register('to')}
      />
      <Input
        label="Amount"
        help="Empty: all that can still go back."
        inputMode="decimal"
        autoComplete="off"
        error={errorOf('amount')}
        {...register('amount')}
      />
      <TextArea
        label="Reason"
        help="For the staff: it stays with the refund and in the log."
        rows={2}
        error={errorOf('reason')}
        {...register('reason')}
      />
    </AskedForm>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf({ paymentId }: RefundOf) {
  return {
    source: (paymentId ? 'payment' : 'order') as 'order' | 'payment',
    order_id: '',
    payment_id: paymentId ? String(paymentId) : '',
    amount: '',
    to: 'wallet' as 'wallet' | 'provider',
    reason: '',
  }
}

function saying({ amount, to }: Values): string {
  const sum = typedSum(amount) ?? 'All that is left'
  return to === 'wallet'
    ? `${sum} goes into the customer’s wallet, who is told.`
    : `${sum} goes back through the provider of the payment, and the customer is told.`
}

/** What the order cost and what went back of it already. */
function OrderFacts({ id }: { id: number }) {
  const { data, error } = useQuery(ask('dashboard/orders/show', { order_id: id }))
  if (error) return <p role="alert">{error.message}</p>
  if (data?.order.id !== id) return <p role="status">One moment …</p>
  const { unique_order_id, customer, store, total, currency, money } = data.order
  return (
    <div className="rounded-control bg-sunken p-4">
      <Facts
        facts={[
          ['Order', unique_order_id],
          ['Customer', customer.name],
          ['Store', store.name],
          ['Total', moneyWords(total, currency)],
          ['Went back already', moneyWords(money?.refunded ?? '0', currency)],
        ]}
      />
    </div>
  )
}
