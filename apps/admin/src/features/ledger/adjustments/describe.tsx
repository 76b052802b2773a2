import { moneyTables } from '@nukkad/contract/tables/money.ts'
import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import type { Described } from './approval-page.tsx'
import { formatAmount, formatWhen } from './facts.ts'
import { OrderLink } from './order-link.tsx'

/** The fact that names the order of a request and links to it. */
function orderFact({ order_id, unique_order_id }: { order_id: number | null; unique_order_id: string | null }) {
  return ['Order', <OrderLink key="order" id={order_id} number={unique_order_id} />] as const
}

export function describeCorrection(row: RowOf<'wallet_adjustments'>): Described {
  const isTaken = row.amount?.startsWith('-')
  const pocket = row.pocket === 'own' ? 'own money' : 'promotion credit'
  const change = isTaken ? `taken from the ${pocket}` : `added to the ${pocket}`
  return {
    facts: [
      ['Customer', row.customer],
      ['Balance', pocket],
      ['Reason', row.reason],
      ['Note to the customer', row.note || '–'],
    ],
    amountLabel: isTaken ? 'Taken from the wallet' : 'Added to the wallet',
    effect: `${formatAmount(row)} is ${change} of ${row.customer}, who is notified.`,
  }
}

const providerText: Readonly<Record<string, string>> = {
  pending: 'In progress',
  done: 'Refunded',
  failed: 'The refund failed. Refund the payment again.',
}

export function describeRefund(row: RowOf<'refunds'>): Described {
  const destination = row.destination === 'wallet' ? 'to the wallet' : 'to the original payment method'
  return {
    facts: [
      ['Customer', row.customer],
      ['Refund', destination],
      orderFact(row),
      ...(row.payment_id ? ([['Payment', row.payment_id]] as const) : []),
      ['Reason', row.reason],
      ...(row.provider_state ? ([['At the provider', providerText[row.provider_state]]] as const) : []),
    ],
    effect: `${formatAmount(row)} goes back to ${row.customer}, ${destination}. You cannot undo the refund.`,
  }
}

export function describePayment(row: RowOf<'payment_approvals'>): Described {
  return {
    facts: [
      ['Customer', row.customer],
      orderFact(row),
      ['Reason', row.reason],
      ['Reference', row.reference || '–'],
      ...(row.state === 'booked'
        ? ([['Confirmed', row.confirmed_at ? formatWhen(row.confirmed_at) : 'Not yet']] as const)
        : []),
    ],
    effect: `The order continues as paid. Before you approve, check that ${formatAmount(row)} has arrived.`,
  }
}

const capText = moneyTables.commission_approvals.columns.reason.labels ?? {}

export function describeCommission(row: RowOf<'commission_approvals'>): Described {
  return {
    facts: [
      ['Earned by', row.customer],
      ['Cap passed', capText[row.reason ?? '']],
      orderFact(row),
      ['Store', row.store],
    ],
    effect: `${row.customer} is credited ${formatAmount(row)} when the time for which the commission is held ends.`,
  }
}

export function describeCash(row: RowOf<'cash_requests'>): Described {
  return {
    facts: [
      ['Rider', row.rider],
      ['Note', row.reason || '–'],
    ],
    effect: `${row.rider} owes ${formatAmount(row)} less. Count the cash before you approve.`,
  }
}

export function describeSettlement(row: RowOf<'store_settlements'>): Described {
  return {
    facts: [
      ['Store', row.store],
      ['Reference', row.reason],
    ],
    effect: `${row.store} owes ${formatAmount(row)} less. Before you approve, check that the payment has arrived.`,
  }
}
