import type { Output } from '@nukkad/contract/contract.ts'
import { caseProblemLabels, caseStateLabels } from '@nukkad/contract/tables/orders.ts'
import { Link } from '@tanstack/react-router'
import { Facts } from '#components/section.tsx'
import { formatMoment, formatMoney } from '#lib/format.ts'
import { DecideCase } from './decide-case.tsx'

export type OrderCase = Output<'dashboard/cases'>['cases'][number]

/** Shows a case with its items and the customer's description, and the forms that decide it while it is open. */
export function CaseView({ row }: { row: OrderCase }) {
  return (
    <div className="grid max-w-160 gap-4">
      <div>
        <p className="text-heading">{caseProblemLabels[row.problem]}</p>
        {row.items.map(({ id, name, quantity }) => (
          <p key={id}>
            <span className="num text-label">{quantity} ×</span> {name}
          </p>
        ))}
        {row.words ? (
          <blockquote className="mt-2 border-s-2 border-control ps-3 wrap-anywhere">{row.words}</blockquote>
        ) : null}
      </div>
      <Facts facts={factsOf(row)} />
      {row.state === 'open' ? <DecideCase key={row.id} row={row} /> : null}
    </div>
  )
}

function factsOf(row: OrderCase): (readonly [string, React.ReactNode])[] {
  const { state, customer, opened_at, amount, currency, to, decided_by, decided_at, answer } = row
  const goes = to === 'provider' ? 'to the original payment method' : 'into the wallet'
  return [
    ['State', caseStateLabels[state]],
    ['Customer', customer],
    ['Opened', formatMoment(opened_at)],
    ...(amount === null
      ? []
      : [['Money', <Money key="money" row={row} text={`${formatMoney(amount, currency)} ${goes}`} />] as const]),
    ...(decided_by === null ? [] : [['Decided by', decided_by] as const]),
    ...(decided_at === null ? [] : [['Decided', formatMoment(decided_at)] as const]),
    ...(answer === null ? [] : [['Answer to the customer', answer] as const]),
  ]
}

/** The money paid for a case, with a link to its refund or wallet correction. */
function Money({ row: { settled_by, unique_order_id }, text }: { row: OrderCase; text: string }) {
  const isRefund = settled_by === 'refund'
  return (
    <Link
      to={(isRefund ? '/refunds' : '/wallet-corrections') as never}
      search={(isRefund ? { q: unique_order_id } : {}) as never}
      className="text-brand underline"
    >
      {text}
    </Link>
  )
}
