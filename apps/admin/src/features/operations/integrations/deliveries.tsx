import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Panel } from '#components/panel.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

const POLL_EVERY_MS = 5000
type Delivery = RowOf<'webhook_deliveries'>

/** Lists the messages sent to a webhook, with the response to each. */
export function Deliveries() {
  const [open, setOpen] = useState<Delivery>()
  const replay = useMutation({
    mutationFn: (id: number) => call('dashboard/webhooks/replay', { what: { delivery_id: id } }),
    onSuccess: async () => {
      setOpen(undefined)
      await reread('dashboard/table')
      toast('The message will be sent again')
    },
    onError: toastError,
  })
  const facts = open && [
    ['State', open.state === 'delivered' ? 'Delivered' : open.state === 'dead' ? 'Failed' : 'Waiting'],
    ['Tries', String(open.tries)],
    ['Last attempt', open.last_try_at ? formatMoment(open.last_try_at) : '–'],
    ['Next attempt', open.next_try_at ? formatMoment(open.next_try_at) : '–'],
    ['Answer', open.answer_status === null ? (open.fault ?? '–') : `${open.answer_status} after ${open.ms} ms`],
    ['Message id', open.message_id ?? '–'],
  ]
  return (
    <section aria-labelledby="log">
      <h2 id="log" className="mb-3 text-heading">
        Log
      </h2>
      <DataTable table="webhook_deliveries" onOpen={setOpen} refetchEveryMs={POLL_EVERY_MS} />
      <Panel
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open?.kind ?? ''}
        foot={
          <Button
            size="small"
            isBusy={replay.isPending}
            onClick={() => open?.id !== null && open?.id !== undefined && replay.mutate(open.id)}
          >
            Send the message again
          </Button>
        }
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
          {facts?.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ))}
        </dl>
        <Written title="Message" text={open?.body} />
        <Written title="Answered" text={open?.answer} />
      </Panel>
    </section>
  )
}

function Written({ title, text }: { title: string; text: string | null | undefined }) {
  return text ? (
    <>
      <h3 className="mt-4 mb-1 text-label">{title}</h3>
      <pre className="rounded-control bg-sunken p-3 text-small break-all whitespace-pre-wrap">{text}</pre>
    </>
  ) : null
}
