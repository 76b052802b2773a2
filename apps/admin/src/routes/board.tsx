import { Button } from '@nukkad/ui/parts/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { BoardCard } from '#features/ordering/order-admin/board-card.tsx'
import { columnOf, columns, isRinging, latestFirst, minutesLate } from '#features/ordering/order-admin/columns.ts'
import { SessionEnd } from '#features/ordering/order-admin/session-end.tsx'
import { useBell, useFlashingTitle } from '#features/ordering/order-admin/use-bell.ts'
import { useDeskEvents } from '#features/ordering/order-admin/use-desk-events.ts'
import { useNow } from '#features/ordering/order-admin/use-now.ts'
import { rereadOrders } from '#features/ordering/order-admin/use-order-call.ts'
import { useChosenStore } from '#lib/chosen-store.ts'
import { ask } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { Select } from '#parts/controls.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** How often it asks by itself: seldom while it is told, as the apps do while it is not. */
const LIVE_MS = 60_000
const DEAF_MS = 15_000

/** Every open order by what it waits for. It rings until new ones are handled, and follows without being asked. */
export default function BoardRoute() {
  const now = useNow()
  const isLive = useDeskEvents(() => void rereadOrders())
  const { data, error, refetch } = useQuery({
    ...ask('dashboard/orders/board', {}),
    refetchInterval: isLive ? LIVE_MS : DEAF_MS,
    refetchIntervalInBackground: true,
  })
  const { role } = useMember()
  const [ownStore, setOwnStore] = useChosenStore()
  const [choice, setChoice] = useState('')
  const [isLateOnly, setLateOnly] = useState(false)
  const store = ownStore || choice
  const all = data?.orders ?? []
  const ofStore = all.filter((order) => store === '' || String(order.store.id) === store)
  const late = ofStore.filter((order) => minutesLate(order, now) > 0)
  const orders = latestFirst(isLateOnly ? late : ofStore, now)
  const ringing = ofStore.filter(isRinging).length
  // It rings for all that one may see: an order of another store must not wait because one looks elsewhere.
  const elsewhere = all.filter(isRinging).length - ringing
  const bell = useBell(ringing + elsewhere > 0)
  useFlashingTitle(ringing + elsewhere)
  return (
    <>
      <PageHead
        title="Live board"
        text={
          <span role="status">
            {isLive ? 'Live: orders come by themselves.' : 'No live line; asks every 15 seconds.'}
            {ringing > 0 ? ` ${ringing} ${ringing === 1 ? 'waits' : 'wait'} for you.` : ''}
            {late.length > 0 ? ` ${late.length} ${late.length === 1 ? 'is' : 'are'} late.` : ''}
          </span>
        }
      >
        {role === 'store_owner' ? null : <StoreChoice orders={all} value={choice} onChange={setChoice} />}
        {late.length > 0 || isLateOnly ? (
          <Button
            size="small"
            look={isLateOnly ? 'tint' : 'outline'}
            aria-pressed={isLateOnly}
            onClick={() => setLateOnly(!isLateOnly)}
          >
            <AlarmClock aria-hidden="true" className="size-4.5" />
            Late alone
          </Button>
        ) : null}
        <Button size="small" look="outline" onClick={bell.isOn ? bell.switchOff : bell.switchOn}>
          {bell.isOn ? (
            <Bell aria-hidden="true" className="size-4.5" />
          ) : (
            <BellOff aria-hidden="true" className="size-4.5" />
          )}
          {bell.isOn ? 'Sound is on' : 'Turn sound on'}
        </Button>
      </PageHead>
      {bell.isOn ? null : (
        <p className="mb-4 text-small text-ink-2">
          Browsers keep a page silent until something on it is pressed. Press “Turn sound on” once, and new orders ring
          until they are handled.
        </p>
      )}
      <SessionEnd now={now} />
      {elsewhere > 0 ? (
        <p
          role="alert"
          className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-tint px-4 py-2 text-on-tint"
        >
          {elsewhere === 1 ? 'One order waits' : `${elsewhere} orders wait`} in a store that you do not look at.
          <button
            type="button"
            className="min-h-9 underline"
            onClick={() => {
              setChoice('')
              setOwnStore('')
            }}
          >
            Look at all stores
          </button>
        </p>
      ) : null}
      {error && !data ? (
        <div role="alert" className="card p-6 text-center">
          <p>{error.message}</p>
          <button type="button" className="mt-2 text-brand underline" onClick={() => void refetch()}>
            Try again
          </button>
        </div>
      ) : (
        <div className="grid items-start gap-4 wide:grid-cols-2 desk:grid-cols-3" aria-busy={!data}>
          {columns.map(({ key, title, empty }) => {
            const own = orders.filter((order) => columnOf(order) === key)
            return (
              <section key={key} aria-label={title} className="min-w-0 rounded-control bg-sunken p-3">
                <h2 className="mb-2 flex items-center gap-2 text-label">
                  {title}
                  <span className="num ms-auto text-ink-2">{own.length}</span>
                </h2>
                {own.length === 0 ? (
                  <p className="py-3 text-small text-ink-2">{data ? empty : 'One moment …'}</p>
                ) : (
                  <ul className="grid gap-3">
                    {own.map((order) => (
                      <BoardCard key={order.id} order={order} now={now} />
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
        </div>
      )}
      {data?.has_more ? (
        <p className="mt-3 text-ink-2">There are more open orders; the list of orders has all of them.</p>
      ) : null}
    </>
  )
}

type ChoiceProps = {
  orders: readonly { store: { id: number; name: string } }[]
  value: string
  onChange: (store: string) => void
}

/** Staff who look after one store may look at it alone; owners choose theirs at the head of every page. */
function StoreChoice({ orders, value, onChange }: ChoiceProps) {
  const known = new Map(orders.map(({ store }) => [store.id, store.name]))
  if (known.size < 2) return null
  return (
    <Select
      label="Store"
      isLabelHidden
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: 'All stores' },
        ...[...known].map(([id, name]) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
