import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Input, Select, TextArea } from '#components/controls.tsx'
import { AskedForm } from '#features/ledger/adjustments/asked-form.tsx'
import {
  itemsOf,
  type OrderToRefund,
  partInput,
  priceOfItems,
  reasonText,
  refundEffect,
} from '#features/ledger/adjustments/refund.ts'
import { blankAmount, ItemPicker, ReasonFields } from '#features/ledger/adjustments/refund-parts.tsx'
import { useMoneyForm } from '#features/ledger/adjustments/use-money-form.ts'
import { formatMoney } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import type { OrderCase } from './case-view.tsx'

const ways = { refund: 'Refund', credit: 'Credit in the wallet', refuse: 'Refuse' } as const
type Way = keyof typeof ways

const usualReasons = {
  late: 'Arrived late',
  missing: 'Item missing',
  wrong: 'Wrong item',
  no_show: 'Customer was at the visit',
} as const
const SORRY = 'We are sorry about the problem with your order. Your money is on its way to you.'
const ABOVE = 'Above the limit, another person must approve the decision first.'

/** Decides an open case with one of the decisions that the person may make. */
export function DecideCase({ row }: { row: OrderCase }) {
  const mayRefund = useMay({ permission: 'order_actions' })
  const mayCredit = useMay({ permission: 'all_users_wallet' })
  const open: Way[] = [...(mayRefund ? (['refund'] as const) : []), ...(mayCredit ? (['credit'] as const) : [])]
  if (mayRefund) open.push('refuse')
  // A late order can still be in progress; its money cannot be refunded yet, so the form proposes a credit first.
  const [way, setWay] = useState<Way | undefined>(row.problem === 'late' && mayCredit ? 'credit' : open[0])
  if (!way)
    return (
      <p className="text-ink-2">Only staff with the permission for refunds or wallets can decide about this case.</p>
    )
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <Select
        label="Decide with"
        value={way}
        onChange={({ target }) => setWay(target.value as Way)}
        options={open.map((value) => ({ value, label: ways[value] }))}
      />
      {way === 'refund' ? <RefundCase row={row} /> : null}
      {way === 'credit' ? <CreditCase row={row} /> : null}
      {way === 'refuse' ? <RefuseCase row={row} /> : null}
    </div>
  )
}

async function showDecision({ case: decided }: Output<'dashboard/cases/refund'>): Promise<void> {
  await reread(
    'dashboard/cases',
    'dashboard/table',
    'dashboard/orders/show',
    'dashboard/needs-you',
    'dashboard/liabilities',
  )
  if (decided.amount === null) return toast('The case is refused, and the customer is notified')
  const sum = formatMoney(decided.amount, decided.currency)
  toast(decided.state === 'settled' ? `${sum} goes to ${decided.customer}` : `${sum} needs approval by another person`)
}

function RefundCase({ row }: { row: OrderCase }) {
  const { data } = useQuery(ask('dashboard/orders/show', { order_id: row.order_id }))
  const order: OrderToRefund | undefined = data?.order.id === row.order_id ? data.order : undefined
  const form = useMoneyForm('dashboard/cases/refund', {
    values: {
      items: Object.fromEntries(row.items.map(({ id, quantity }) => [String(id), String(quantity)])) as Record<
        string,
        string | undefined
      >,
      amount: '',
      to: 'wallet' as 'wallet' | 'provider',
      reason: usualReasons[row.problem] as string,
      words: '',
      answer: SORRY,
    },
    toInput: ({ items, amount, to, answer, ...why }) => ({
      id: row.id,
      ...partInput(
        order ? itemsOf(order.lines, items) : row.items.map(({ id, quantity }) => ({ id, quantity })),
        amount,
      ),
      to,
      reason: reasonText(why),
      answer,
    }),
    onDone: showDecision,
  })
  const { field, register, watch } = form
  const items = watch('items')
  return (
    <AskedForm
      label="Refund the case"
      submit={form.submit}
      formError={form.formError}
      isBusy={form.formState.isSubmitting}
      action="Refund"
      question="Settle the case with this refund?"
      says={`${refundEffect(watch(), order && priceOfItems(order, items))} ${ABOVE} You cannot undo the refund.`}
    >
      {order ? (
        <ItemPicker order={order} register={(id) => register(`items.${id}`)} error={form.errorOf('items')} />
      ) : null}
      <Select
        label="Refund to"
        options={[
          { value: 'wallet', label: 'Into the customer’s wallet' },
          { value: 'provider', label: 'Back to the original payment method' },
        ]}
        {...register('to')}
      />
      <Input
        label="Amount"
        help={blankAmount(order, items)}
        inputMode="decimal"
        autoComplete="off"
        {...field('amount')}
      />
      <ReasonFields reason={field('reason')} words={register('words')} />
      <TextArea label="Answer to the customer" rows={3} {...field('answer')} />
    </AskedForm>
  )
}

function CreditCase({ row }: { row: OrderCase }) {
  const form = useMoneyForm('dashboard/cases/credit', {
    values: {
      amount: '',
      pocket: 'own' as 'own' | 'promotion',
      reason: usualReasons[row.problem] as string,
      words: '',
      answer: SORRY,
    },
    toInput: ({ amount, pocket, answer, ...why }) => ({ id: row.id, amount, pocket, reason: reasonText(why), answer }),
    onDone: showDecision,
  })
  const { field, register, watch } = form
  return (
    <AskedForm
      label="Credit the customer"
      submit={form.submit}
      formError={form.formError}
      isBusy={form.formState.isSubmitting}
      action="Credit"
      question="Settle the case with this credit?"
      says={`${watch('amount') || 'Nothing'} goes into the customer’s wallet. ${ABOVE} You cannot undo the credit.`}
    >
      <Input label="Amount" inputMode="decimal" autoComplete="off" {...field('amount')} />
      <Select
        label="As"
        options={[
          { value: 'own', label: 'Own money' },
          { value: 'promotion', label: 'Promotion credit' },
        ]}
        {...register('pocket')}
      />
      <ReasonFields reason={field('reason')} words={register('words')} />
      <TextArea label="Answer to the customer" rows={3} {...field('answer')} />
    </AskedForm>
  )
}

function RefuseCase({ row }: { row: OrderCase }) {
  const form = useCallForm('dashboard/cases/refuse', {
    values: { answer: '' },
    toInput: ({ answer }: { answer: string }) => ({ id: row.id, answer }),
    onDone: showDecision,
  })
  return (
    <AskedForm
      label="Refuse the case"
      submit={form.submit}
      formError={form.formError}
      isBusy={form.formState.isSubmitting}
      action="Refuse"
      variant="outline"
      question="Refuse this case?"
      says="No money moves. The customer reads your answer, and can report the problem again."
    >
      <TextArea label="Answer to the customer" rows={3} {...form.field('answer')} />
    </AskedForm>
  )
}
