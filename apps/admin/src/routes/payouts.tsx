import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Facts } from '#components/section.tsx'
import { formatAmount, formatWhen } from '#features/ledger/adjustments/facts.ts'
import { Earnings } from '#features/ledger/payouts/earnings.tsx'
import { HeldFundsOf } from '#features/ledger/payouts/held-funds.tsx'
import { PayForm, RejectForm } from '#features/ledger/payouts/payout-forms.tsx'
import { LedgerBanner } from '#features/ledger/wallet/ledger-banner.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { ask } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'

type Row = RowOf<'payouts'>

/** Lists payout requests of stores: staff pay or reject them, owners make them and follow their status. */
export default function PayoutsRoute() {
  const [open, setOpen] = useState<Row>()
  const isOwner = useMember().role === 'store_owner'
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Payouts"
        text={isOwner ? 'Earnings of your stores, and their payouts.' : 'Payouts that stores have requested.'}
      />
      {isOwner ? <Earnings /> : <LedgerBanner />}
      <DataTable
        table="payouts"
        onOpen={setOpen}
        empty={<p>{isOwner ? 'You have not requested a payout yet.' : 'No store has requested a payout yet.'}</p>}
      />
      <Panel isOpen={open !== undefined} onClose={close} title="Payout">
        {open ? <Opened key={String(open.id)} row={open} isOwner={isOwner} onDone={close} /> : null}
      </Panel>
    </>
  )
}

const stateLabels: Record<string, string> = { PENDING: 'Waiting', COMPLETED: 'Paid', REJECTED: 'Rejected' }

function Opened({ row, isOwner, onDone }: { row: Row; isOwner: boolean; onDone: () => void }) {
  const { currency } = row
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Store', row.store],
          ['Was due', formatAmount({ amount: row.gross, currency })],
          ['Commission', formatAmount({ amount: row.commission, currency })],
          ['To pay', <b key="sum">{formatAmount(row)}</b>],
          ['State', stateLabels[row.status ?? '']],
          ['Requested by', `${row.requested_by}, ${formatWhen(row.created_at)}`],
          ...(row.decided_at
            ? ([['Decided by', `${row.decided_by ?? '–'}, ${formatWhen(row.decided_at)}`]] as const)
            : []),
          ...(row.transaction_id ? ([['Paid by', `${row.transaction_mode}, ${row.transaction_id}`]] as const) : []),
          ...(row.message ? ([['Message', row.message]] as const) : []),
        ]}
      />
      {isOwner ? null : <HeldFundsOf storeId={Number(row.store_id)} />}
      {row.status === 'PENDING' && !isOwner ? (
        <>
          <SendTo storeId={Number(row.store_id)} />
          <PayForm row={row} onDone={onDone} />
          <hr className="border-line" />
          <RejectForm row={row} onDone={onDone} />
        </>
      ) : null}
    </div>
  )
}

/** Shows the account to which the store wants to be paid. */
function SendTo({ storeId }: { storeId: number }) {
  const { data, error } = useQuery({ ...ask('store-owner/get-payout-details', { store_id: storeId }), staleTime: 0 })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p role="status">One moment …</p>
  const { details } = data
  const given = [
    ['Account holder', details.account_holder],
    ['Bank', details.bank_name],
    ['Account number', details.account_number],
    ['Branch code (IFSC)', details.branch_code],
    ['UPI address', details.upi_id],
    ['Note', details.note],
  ].filter(([, value]) => value) as [string, string][]
  if (given.length === 0)
    return (
      <p className="rounded-control bg-sunken p-4">
        This store has no payout account yet. Ask the owner to add an account.
      </p>
    )
  return (
    <div className="rounded-control bg-sunken p-4">
      <h3 className="mb-2 text-label">Payout account</h3>
      <Facts facts={given} />
    </div>
  )
}
