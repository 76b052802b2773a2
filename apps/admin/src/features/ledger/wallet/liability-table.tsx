import type { Output } from '@nukkad/contract/contract.ts'
import { useId } from 'react'
import { formatCount, formatMoney } from '#lib/format.ts'
import { accountText } from './ledger-texts.ts'

type Row = Output<'dashboard/liabilities'>['rows'][number]

/**
 * Lists kinds of accounts with their balances. The shop owes an amount above zero; an amount below zero is owed to the
 * shop.
 */
export function LiabilityTable({ title, rows }: { title: string; rows: readonly Row[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-heading">
        {title}
      </h2>
      <div className="card overflow-x-auto">
        <table className="data-table wide:table-fixed">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-label">
              <th scope="col">Account</th>
              <th scope="col" data-align="end" className="w-28">
                Holders
              </th>
              <th scope="col" data-align="end" className="w-52">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { name, means } = accountText(row.kind)
              return (
                <tr key={row.kind + row.currency}>
                  <td data-label="Account" data-main="">
                    <span className="block py-1.5">
                      {name}
                      <span className="block text-small font-normal text-ink-2">{means}</span>
                    </span>
                  </td>
                  <td data-label="Holders" data-align="end" className="num">
                    {formatCount(row.holders)}
                  </td>
                  <td data-label="Amount" data-align="end" className="num whitespace-nowrap">
                    <Sum row={row} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="p-6 text-center text-ink-2">No entries yet.</p> : null}
      </div>
    </section>
  )
}

/**
 * The direction of an amount is written in words, because a minus sign would mean one thing to the shop and the opposite
 * to the other party.
 */
function Sum({ row: { kind, amount, currency } }: { row: Row }) {
  const isNegative = amount.startsWith('-')
  const text = formatMoney(amount.replace('-', ''), currency)
  if (Number(amount) === 0) return <span>{text}</span>
  const { side } = accountText(kind)
  const notes = {
    owed: ['', 'owed to us'],
    ours: ['owed by us', ''],
    result: ['income', 'cost'],
    salons: ['owed to stylists', 'owed by salons'],
  }
  const note = notes[side][isNegative ? 1 : 0]
  return (
    <span>
      {text}
      {note ? <span className="block text-small text-ink-2">{note}</span> : null}
    </span>
  )
}
