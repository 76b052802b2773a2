import { type RowOf, tables } from '@nukkad/contract/tables/shapes.ts'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Facts } from '#components/section.tsx'
import { PersonLink } from '#features/identity/people/person-link.tsx'
import { RefuseRequest } from '#features/identity/people/refuse-request.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { formatMoment } from '#lib/format.ts'

type Row = RowOf<'data_requests'>

const { kind, state } = tables.data_requests.filters
const labelOf = ({ labels }: { labels: Readonly<Record<string, string>> }, held: string | null) => labels[held ?? '']

/** Lists customers' data requests with their due dates; staff fulfil them on the person's page. */
export default function DataRequestsRoute() {
  const [open, setOpen] = useState<Row>()
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead
        title="Data requests"
        text="Customers’ requests for their data or its deletion. Answer each request within thirty days. Record a request that came by letter or phone on the customer’s page."
      />
      <DataTable
        table="data_requests"
        onOpen={setOpen}
        cells={{ person: (row) => <PersonLink id={row.person_id!} name={row.person} /> }}
        empty={<p>No data requests yet.</p>}
      />
      <Panel isOpen={open !== undefined} onClose={close} title="Data request">
        {open ? <Opened key={String(open.id)} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  const moment = (at: string | null) => (at ? formatMoment(at) : '–')
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Request', labelOf(kind, row.kind)],
          ['Who', <PersonLink key="who" id={row.person_id!} name={row.person} />],
          ['State', labelOf(state, row.state)],
          ['Asked', moment(row.asked_at)],
          ['Due', `${moment(row.due_at)}${row.is_late ? ', late' : ''}`],
          ['Recorded by', row.noted_by],
          ...(row.note ? [['Note', row.note] as const] : []),
          ...(row.state === 'open' ? [] : [['Decided', `${moment(row.decided_at)} by ${row.decided_by}`] as const]),
          ...(row.reason ? [['Why refused', row.reason] as const] : []),
        ]}
      />
      {row.state === 'open' ? <RefuseRequest id={row.id!} onDone={onDone} /> : null}
    </div>
  )
}
