import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { CopyField } from '@nukkad/ui/components/copy-field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Loading } from '#components/loading.tsx'
import { Panel } from '#components/panel.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

type Person = Output<'dashboard/bookings/feeds'>['feeds'][number]

const rereadFeeds = () => reread('dashboard/bookings/feeds')

/** Opens the calendar links of a salon's people. Employees below a manager see only their own link. */
export function FeedsButton({ storeId }: { storeId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="outline" onClick={() => setOpen(true)}>
        <CalendarSync aria-hidden="true" className="size-4.5" />
        <span className="max-wide:sr-only">Calendar</span>
      </Button>
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} title="Visits in a calendar app">
        <Feeds storeId={storeId} />
      </Panel>
    </>
  )
}

function Feeds({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(ask('dashboard/bookings/feeds', { store_id: storeId }))
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-2">
        With a secret link, a calendar app shows a person’s visits and keeps them up to date. The calendar shows
        services, times and first names, but no money and no phone numbers. Give the link only to this person.
      </p>
      {!data ? (
        <Loading error={error} refetch={refetch} className="h-30" />
      ) : data.feeds.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">
          You are not among the people who offer services here. The owner can link your account under “Salon”.
        </p>
      ) : (
        <ul className="card divide-y divide-line">
          {data.feeds.map((person) => (
            <PersonFeed key={person.stylist_id} storeId={storeId} person={person} />
          ))}
        </ul>
      )}
    </div>
  )
}

function PersonFeed({ storeId, person }: { storeId: number; person: Person }) {
  const { stylist_id, name, is_own, feed } = person
  const about = { store_id: storeId, stylist_id }
  const make = useMutation({
    mutationFn: () => call('dashboard/bookings/feeds/make', about),
    onSuccess: rereadFeeds,
    onError: toastError,
  })
  const path = feed ? make.data?.path : undefined
  return (
    <li className="grid grid-cols-1 gap-3 p-4">
      <span>
        <span className="block text-label">{is_own ? `${name} (you)` : name}</span>
        <span className="text-small text-ink-2">{feed ? stateText(feed) : 'No link'}</span>
      </span>
      {path ? <Address name={name} path={path} /> : null}
      <span className="flex flex-wrap gap-2">
        {path ? (
          <Button size="small" href={`webcal://${location.host}${path}`}>
            Open in calendar
          </Button>
        ) : null}
        {feed ? (
          <>
            <AskedAction
              label="Create a new link"
              name={`Create a new link for ${name}`}
              question={`Create a new link for ${name}?`}
              action="Create a new link"
              says="The old link stops working."
              act={async () => void (await make.mutateAsync())}
            />
            <AskedAction
              label="Remove"
              name={`Remove the link of ${name}`}
              variant="plain"
              question={`Remove the link of ${name}?`}
              action="Remove"
              says="Calendar apps can no longer read the person’s visits."
              act={async () => {
                await call('dashboard/bookings/feeds/revoke', about)
                make.reset()
                await rereadFeeds()
                toast('The link was removed')
              }}
            />
          </>
        ) : (
          <Button
            size="small"
            variant="outline"
            aria-label={`Create a link for ${name}`}
            isBusy={make.isPending}
            onClick={() => make.mutate()}
          >
            Create a link
          </Button>
        )}
      </span>
    </li>
  )
}

function Address({ name, path }: { name: string; path: string }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-2">
      <CopyField
        label={`Calendar link of ${name}`}
        value={location.origin + path}
        copyLabel="Copy the link"
        onCopied={() => toast('The link was copied')}
      />
      <p className="text-small text-ink-2">Copy the link now, because it is not shown again.</p>
    </div>
  )
}

function stateText({ created_at, read_at }: NonNullable<Person['feed']>): string {
  const read = read_at ? `last read ${formatMoment(read_at)}` : 'not read yet'
  return `Created ${formatMoment(created_at)}, ${read}`
}
