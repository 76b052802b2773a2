import { type AccountSide, accountSides } from '@nukkad/contract/tables/account-kinds.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { PageHead } from '#components/page-head.tsx'
import { accountText } from '#features/ledger/wallet/ledger-texts.ts'
import { LiabilityTable } from '#features/ledger/wallet/liability-table.tsx'
import { NewestCheck } from '#features/ledger/wallet/newest-check.tsx'
import { ExportMenu } from '#features/shell/table/export-menu.tsx'
import { call } from '#lib/api.ts'
import { formatMoney } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

const groups = Object.entries(accountSides) as [AccountSide, string][]

/** Shows the liabilities of the shop by kind of account, and the result of the ledger check. */
export default function LedgerRoute() {
  const { data, error } = useQuery({ ...ask('dashboard/liabilities', {}), staleTime: 0 })
  const check = useMutation({
    mutationFn: () => call('dashboard/ledger-check/now', {}),
    onSuccess: async () => {
      await reread('dashboard/ledger-check', 'dashboard/liabilities')
      toast('The ledger was checked')
    },
    onError: toastError,
  })
  return (
    <>
      <PageHead title="Ledger" text="The money that the shop owes, holds and earns, by kind of account.">
        <ExportMenu table="liabilities" query={{ filters: {} }} />
        <Button size="small" isBusy={check.isPending} onClick={() => check.mutate()}>
          Check now
        </Button>
      </PageHead>
      <div className="grid items-start gap-6 large:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-6">
          {error && !data ? <p role="alert">{error.message}</p> : null}
          {data
            ? groups
                .map(([side, title]) => ({ side, title, rows: rowsOf(data.rows, side) }))
                // Hides the accounts of salons while they are empty, because most shops have no salons.
                .filter(({ side, rows }) => side !== 'salons' || rows.length > 0)
                .map(({ side, ...group }) => <LiabilityTable key={side} {...group} />)
            : null}
        </div>
        <div className="grid gap-6">
          {data ? <Sums sums={data.sums} /> : null}
          <NewestCheck />
        </div>
      </div>
    </>
  )
}

function rowsOf<Row extends { kind: string }>(rows: readonly Row[], side: AccountSide): Row[] {
  return rows.filter(({ kind }) => accountText(kind).side === side)
}

function Sums({ sums }: { sums: readonly { currency: string; amount: string }[] }) {
  return (
    <section aria-labelledby="sums" className="card grid gap-2 p-5">
      <h2 id="sums" className="text-heading">
        Total
      </h2>
      <p className="text-small text-ink-2">
        All entries of a currency must add up to zero. Another total means that the ledger is wrong.
      </p>
      <ul>
        {sums.map(({ currency, amount }) => {
          const isSound = Number(amount) === 0
          const Icon = isSound ? CircleCheck : CircleAlert
          return (
            <li key={currency} className="flex min-h-8 items-center gap-2">
              <Icon aria-hidden="true" className={isSound ? 'size-5 text-ok' : 'size-5 text-error'} />
              {currency}
              <span className="num ms-auto">{formatMoney(amount, currency)}</span>
              <span className={isSound ? 'sr-only' : 'text-error'}>{isSound ? 'as expected' : 'not zero'}</span>
            </li>
          )
        })}
        {sums.length === 0 ? <li className="text-ink-2">No money has moved yet.</li> : null}
      </ul>
    </section>
  )
}
