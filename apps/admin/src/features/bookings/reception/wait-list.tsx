import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ListOrdered, Phone } from 'lucide-react'
import { useState } from 'react'
import { Confirm } from '#components/confirm.tsx'
import { TextArea } from '#components/controls.tsx'
import { Loading } from '#components/loading.tsx'
import { Panel } from '#components/panel.tsx'
import { call } from '#lib/api.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { clockText, dateText, momentText } from './visit-texts.ts'

type Entry = Output<'dashboard/bookings/wait-list'>['entries'][number]

const REFRESH_MS = 30_000

/** Shows how many customers are on a salon's wait list, and opens the list. */
export function WaitListButton({ storeId }: { storeId: number }) {
  const [isOpen, setOpen] = useState(false)
  const list = useQuery({ ...ask('dashboard/bookings/wait-list', { store_id: storeId }), refetchInterval: REFRESH_MS })
  const count = list.data?.entries.length ?? 0
  return (
    <>
      <Button size="small" variant="outline" onClick={() => setOpen(true)}>
        <ListOrdered aria-hidden="true" className="size-4.5" />
        <span className="max-wide:sr-only">Wait list</span>
        {count > 0 ? <span className="num">({count})</span> : null}
      </Button>
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} title="Wait list">
        {list.data ? (
          <Entries storeId={storeId} list={list.data} />
        ) : (
          <Loading error={list.error} refetch={list.refetch} className="h-40" />
        )}
      </Panel>
    </>
  )
}

type EntriesProps = { storeId: number; list: Output<'dashboard/bookings/wait-list'> }

function Entries({ storeId, list }: EntriesProps) {
  // The entry stays set while the confirmation dialog closes, so that the dialog keeps the customer's name.
  const [removed, setRemoved] = useState<Entry>()
  const [isAsked, setAsked] = useState(false)
  if (list.entries.length === 0)
    return (
      <p className="card grid min-h-40 place-content-center p-6 text-center text-ink-2">
        No one is waiting. Customers can join the wait list when no free time suits them.
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2">A time that becomes free is offered to the first customer it suits, for 15 minutes.</p>
      <ol className="card divide-y divide-line">
        {list.entries.map((entry) => (
          <li key={entry.unique_wait_id} className="grid grid-cols-1 gap-1 px-3 py-3">
            <EntryText entry={entry} timeZone={list.time_zone} />
            {list.may_change ? (
              <div>
                <Button
                  size="small"
                  variant="outline"
                  aria-label={`Remove ${entry.customer}`}
                  onClick={() => {
                    setRemoved(entry)
                    setAsked(true)
                  }}
                >
                  Remove
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {removed ? (
        <Removal
          key={removed.unique_wait_id}
          storeId={storeId}
          entry={removed}
          isOpen={isAsked}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </div>
  )
}

function EntryText({ entry, timeZone }: { entry: Entry; timeZone: string }) {
  const { customer, phone, services, dates, offer, joined_at, passed } = entry
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-label">{customer}</span>
        {offer ? (
          <Pill variant="brand">
            {offer.held_until
              ? `Offered ${momentText(offer.starts_at, timeZone)}, until ${clockText(offer.held_until, timeZone)}`
              : `Awaiting payment for ${momentText(offer.starts_at, timeZone)}`}
          </Pill>
        ) : null}
      </p>
      <p>{services.map(({ name, stylist }) => (stylist ? `${name} with ${stylist}` : name)).join(', ')}</p>
      <p className="num text-ink-2">
        {dates.map(dateText).join(', ')}
        {timesText(entry)}
      </p>
      <p className="num text-small text-ink-2">
        Waiting since {momentText(joined_at, timeZone)}
        {passed > 0 ? `; missed ${passed === 1 ? 'one offer' : `${passed} offers`}` : null}
      </p>
      {phone ? (
        <a href={`tel:${phone}`} className="inline-flex min-h-9 items-center gap-2 text-brand">
          <Phone aria-hidden="true" className="size-4" />
          {phone}
        </a>
      ) : null}
    </>
  )
}

/** Returns a text such as " from 4:00 pm to 6:00 pm"; empty for any time of the day. */
function timesText({ from, to }: Entry): string {
  const shown = (time: string) => clockText(`1970-01-01T${time}:00Z`, 'UTC')
  return [from ? ` from ${shown(from)}` : '', to ? ` to ${shown(to)}` : ''].join('')
}

type RemovalProps = { storeId: number; entry: Entry; isOpen: boolean; onClose: () => void }

function Removal({ storeId, entry, isOpen, onClose }: RemovalProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call('dashboard/bookings/wait-list/remove', {
        store_id: storeId,
        unique_wait_id: entry.unique_wait_id,
        reason: reason.trim(),
      }),
    onSuccess: () => {
      toast(`${entry.customer} is no longer on the wait list`)
      onClose()
    },
    onError: toastError,
    onSettled: () => void reread('dashboard/bookings/wait-list', 'dashboard/bookings/day'),
  })
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isPending}
      onConfirm={() => (reason.trim() === '' ? setMissing(true) : mutate())}
      title={`Remove ${entry.customer}?`}
      action="Remove"
    >
      {entry.offer?.held_until
        ? 'The customer is notified, and the offered time goes to the next customer.'
        : 'The customer is notified.'}
      <div className="mt-3 text-start">
        <TextArea
          label="Reason"
          help="The customer sees this reason."
          error={isMissing && reason.trim() === '' ? 'Write a reason.' : undefined}
          rows={2}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Confirm>
  )
}
