import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { call } from '#lib/api.ts'
import { formatCount, formatMoment } from '#lib/format.ts'
import { useGo } from '#lib/go.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'

type Row = RowOf<'broadcasts'>

const POLL_EVERY_MS = 15_000

/** Lists messages to customers: sent ones, those being sent, and scheduled ones (U-17). */
export default function MessagesRoute() {
  const [open, setOpen] = useState<Row>()
  const go = useGo()
  return (
    <>
      <PageHead
        title="Messages"
        text="Customers see messages among their alerts. Browsers that allow push messages also get a push message."
      >
        <Button size="small" onClick={() => go('/messages/new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New message
        </Button>
      </PageHead>
      <DataTable
        table="broadcasts"
        onOpen={setOpen}
        refetchEveryMs={POLL_EVERY_MS}
        empty={<p>No messages yet. Write the first message with “New message”.</p>}
      />
      <Panel isOpen={open !== undefined} onClose={() => setOpen(undefined)} title="Message">
        {open ? <Opened row={open} onDone={() => setOpen(undefined)} /> : null}
      </Panel>
    </>
  )
}

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  const facts = [
    ['To', row.to],
    ['Send at', formatMoment(String(row.run_at))],
    ['Notified', formatCount(Number(row.told))],
    ['Browsers', formatCount(Number(row.pushed))],
    ['Reached', row.reached === null ? 'No longer known after a week' : formatCount(Number(row.reached))],
    ['By', row.staff ?? 'The shop'],
  ]
  return (
    <div className="grid gap-4">
      <div className="rounded-control bg-sunken p-4">
        <p dir="auto" className="text-heading">
          {row.title}
        </p>
        <p dir="auto">{row.message}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.state === 'scheduled' || row.state === 'sending' ? (
        <div>
          <AskedAction
            label="Cancel the message"
            question="Cancel this message?"
            action="Cancel the message"
            says="Customers who already got the message keep it."
            act={async () => {
              try {
                await call('dashboard/broadcasts/cancel', { id: Number(row.id) })
              } finally {
                await reread('dashboard/table')
              }
              toast('The message is cancelled')
              onDone()
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
