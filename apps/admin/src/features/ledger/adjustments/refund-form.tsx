import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Chooser } from '#components/chooser.tsx'
import { Input, Select } from '#components/controls.tsx'
import { Facts } from '#components/section.tsx'
import { shortNumber } from '#features/ordering/order-admin/order-texts.ts'
import { type Choice, findOrders } from '#lib/find.ts'
import { formatMoney } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { AskedForm } from './asked-form.tsx'
import {
  priceOfItems,
  type RefundOf,
  type RefundValues,
  refundEffect,
  refundInput,
  refundText,
  refundValues,
} from './refund.ts'
import { blankAmount, ItemPicker, ReasonFields } from './refund-parts.tsx'
import { useMoneyForm } from './use-money-form.ts'

const sources = [
  { value: 'order', label: 'A delivered order' },
  { value: 'payment', label: 'A payment' },
]
const ways = [
  { value: 'wallet', label: 'Customer’s wallet' },
  { value: 'provider', label: 'Back to the original payment method' },
]

/** Requests a full or partial refund of an order or a payment. */
export function RefundForm({ of, onDone }: { of: RefundOf; onDone: () => void }) {
  const [order, setOrder] = useState<Choice[]>(of.orderId ? [{ id: of.orderId, name: `Order id ${of.orderId}` }] : [])
  const lines = useOrderToRefund(order[0]?.id)
  const form = useMoneyForm('dashboard/refunds/propose', {
    values: refundValues(of),
    toInput: (typed: RefundValues) => refundInput(typed, lines ?? order[0]),
    onDone: async (answer) => {
      await reread('dashboard/table', 'dashboard/orders/show', 'dashboard/liabilities')
      toast(refundText(answer))
      onDone()
    },
  })
  const { field, register, watch } = form
  const isOfOrder = watch('source') === 'order'
  const shown = isOfOrder ? lines : undefined
  return (
    <AskedForm
      label="New refund"
      submit={form.submit}
      formError={form.formError}
      isBusy={form.formState.isSubmitting}
      action="Refund"
      question="Send this refund?"
      says={`${refundEffect(watch(), shown && priceOfItems(shown, watch('items')))} Above the limit, another person must approve the refund first. You cannot undo the refund.`}
    >
      <Select label="Refund for" options={sources} {...register('source')} />
      {isOfOrder ? (
        <OrderChooser
          chosen={order.map((one) => nameOf(one, lines))}
          onChange={setOrder}
          error={form.errorOf('order_id')}
        />
      ) : (
        <Input
          label="Payment"
          help="The number of the payment, which the pages Payment issues and Disputes show."
          inputMode="numeric"
          autoComplete="off"
          {...field('payment_id')}
        />
      )}
      {shown ? (
        <ItemPicker order={shown} register={(id) => register(`items.${id}`)} error={form.errorOf('items')} />
      ) : null}
      <Select
        label="Refund to"
        help="A refund to the original payment method takes a few days. Promotion credit can only go into the wallet."
        options={ways}
        {...register('to')}
      />
      <Input
        label="Amount"
        help={blankAmount(shown, watch('items'))}
        inputMode="decimal"
        autoComplete="off"
        {...field('amount')}
      />
      <ReasonFields reason={field('reason')} words={register('words')} />
    </AskedForm>
  )
}

/** Returns the chosen order with its number and store as the name, once the order has loaded. */
function nameOf(chosen: Choice, read: Output<'dashboard/orders/show'>['order'] | undefined): Choice {
  return read ? { ...chosen, name: `${shortNumber(read.unique_order_id)} · ${read.store.name}` } : chosen
}

/** Loads the lines of the chosen order, for staff who may see orders. */
function useOrderToRefund(orderId: number | undefined) {
  const maySeeOrders = useMay({ permission: 'order_view' })
  const { data } = useQuery({
    ...ask('dashboard/orders/show', { order_id: orderId ?? 0 }),
    enabled: maySeeOrders && orderId !== undefined,
  })
  return data?.order.id === orderId ? data?.order : undefined
}

type OrderChooserProps = {
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
  error: string | undefined
}

/** Shows the order and its total, for staff who may see orders. */
function OrderChooser({ chosen, onChange, error }: OrderChooserProps) {
  const maySeeOrders = useMay({ permission: 'order_view' })
  return (
    <>
      <Chooser
        label="Order"
        help="Enter part of the order number, or the customer’s name or phone."
        placeholder="OD-…"
        chosen={chosen}
        onChange={onChange}
        find={findOrders}
        isSingle
        error={error}
      />
      {chosen[0] && maySeeOrders ? <OrderFacts key={chosen[0].id} id={chosen[0].id} /> : null}
    </>
  )
}

/** Shows the total of the order and the amount already refunded. */
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
          ['Total', formatMoney(total, currency)],
          ['Already refunded', formatMoney(money?.refunded ?? '0', currency)],
        ]}
      />
    </div>
  )
}
