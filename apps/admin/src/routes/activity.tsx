import { auditText } from '@nukkad/contract/audit-actions.ts'
import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Facts } from '#components/section.tsx'
import { changesOf, placeOf } from '#features/shell/audited.ts'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { formatMoment } from '#lib/format.ts'

type Row = RowOf<'audit'>

/** Lists the changes that people made in the dashboard, with the values before and after. */
export default function ActivityRoute() {
  const [open, setOpen] = useState<Row>()
  return (
    <>
      <PageHead title="Activity" text="Every change by staff and store owners. No one can edit or delete an entry." />
      <DataTable table="audit" onOpen={setOpen} cells={{ object_id: (row) => row.object_id && <Thing row={row} /> }} />
      <Panel isOpen={open !== undefined} onClose={() => setOpen(undefined)} title={auditText(open?.action ?? '')}>
        {open ? <Opened row={open} /> : null}
      </Panel>
    </>
  )
}

/** Shows the changed object, with a link to its page if it has one. */
function Thing({ row: { object_type, object_id } }: { row: Row }) {
  const place = placeOf(object_type, object_id ?? '')
  if (!place) return object_id
  return (
    <Link to={place as never} className="text-brand underline">
      {object_id}
    </Link>
  )
}

function Opened({ row }: { row: Row }) {
  const changes = changesOf(row)
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          ['When', formatMoment(String(row.at))],
          ['Who', row.actor ?? '–'],
          ...(row.acting_for ? ([['Acting as', row.acting_for]] as const) : []),
          ...(row.key ? ([['API key', row.key]] as const) : []),
          ...(row.object_type ? ([['Kind', row.object_type]] as const) : []),
          ...(row.object_id ? ([['Which', <Thing key="which" row={row} />]] as const) : []),
          ...(row.reason ? ([['Reason', row.reason]] as const) : []),
          ['From', row.address ?? '–'],
        ]}
      />
      {changes.length > 0 ? (
        <section aria-labelledby="changes" className="grid gap-3">
          <h3 id="changes" className="text-heading">
            What changed
          </h3>
          <dl className="grid gap-3">
            {changes.map(({ name, before, after }) => (
              <div key={name} className="rounded-control bg-sunken p-3 [overflow-wrap:anywhere]">
                <dt className="text-small text-ink-2">{name}</dt>
                {before === undefined ? null : (
                  <dd className={after === undefined ? undefined : 'text-ink-2 line-through'}>{before}</dd>
                )}
                {after === undefined ? null : <dd>{after}</dd>}
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  )
}
