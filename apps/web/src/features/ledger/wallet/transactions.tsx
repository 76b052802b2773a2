import type { Output } from '@nukkad/contract/contract.ts'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { dayOf, wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { price } from '#lib/prices.ts'

type Transaction = Output<'get-wallet-transactions'>['transactions'][number]

/** Lists the transactions of a wallet by day, the newest first, with their amounts in minor units (I-01). */
export function Transactions({ transactions }: { transactions: Transaction[] }) {
  const now = new Date()
  const days = Map.groupBy(transactions, ({ created_at }) => dayOf(wireInstant(created_at), now))
  return [...days].map(([day, rows]) => (
    <section key={day} aria-label={day} className="mt-4">
      <h3 className="text-label text-ink-2">{day}</h3>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <TransactionRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  ))
}

function TransactionRow({ row: { type, amount, meta, created_at } }: { row: Transaction }) {
  const isIn = type === 'deposit'
  const Icon = isIn ? ArrowDownLeft : ArrowUpRight
  const figure = price(BigInt(Math.abs(amount)), siteCurrency())
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span
        aria-hidden="true"
        className={`grid size-10 shrink-0 place-items-center rounded-full ${isIn ? 'bg-ok-tint text-ok' : 'bg-sunken text-ink'}`}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium">{meta.description}</p>
        <p className="num text-small text-ink-2">
          {t(isIn ? 'walletDepositText' : 'walletWithdrawText')} · {timeOf(wireInstant(created_at))}
        </p>
      </div>
      <p className={`num ms-auto font-650 ${isIn ? 'text-ok' : ''}`}>
        <span className="sr-only">{t(isIn ? 'walletDepositText' : 'walletWithdrawText')} </span>
        <bdi dir="ltr">
          <span aria-hidden="true">{isIn ? '+' : '−'}</span>
          {figure}
        </bdi>
      </p>
    </li>
  )
}
