import { Button } from '@nukkad/ui/components/button.tsx'
import { useSearch } from '@tanstack/react-router'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { Select } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { PageHead } from '#components/page-head.tsx'
import { boardOf, boardText } from '#features/ordering/order-admin/board.ts'
import { BoardColumns } from '#features/ordering/order-admin/board-columns.tsx'
import { BoardRows } from '#features/ordering/order-admin/board-rows.tsx'
import { BoardStrip } from '#features/ordering/order-admin/board-strip.tsx'
import { OrderTabs } from '#features/ordering/order-admin/order-tabs.tsx'
import { SessionEnd } from '#features/ordering/order-admin/session-end.tsx'
import { useBell, useFlashingTitle } from '#features/ordering/order-admin/use-bell.ts'
import { useBoard } from '#features/ordering/order-admin/use-board.ts'
import { useChosenStore } from '#lib/chosen-store.ts'
import { usePhone } from '#lib/phone.ts'
import { useMay, useMember } from '#lib/session.ts'

/** Shows every open order by its next step. The board rings until new orders are handled, and updates automatically. */
export default function BoardRoute() {
  const { data, error, refetch, now, isLive } = useBoard()
  const { role } = useMember()
  const [ownStore, setOwnStore] = useChosenStore()
  const [choice, setChoice] = useState('')
  const isLateOnly = (useSearch({ strict: false }) as { show?: string }).show === 'late'
  const all = data?.orders ?? []
  const isOnPhone = usePhone()
  const maySeePlaces = useMay({ permission: 'order_view', owners: true, call: 'dashboard/orders/places' })
  const store = ownStore || choice
  const board = boardOf(all, { store, isLateOnly, now })
  // On a phone, late orders are one of several tabs, so the other tabs still need all orders of the store.
  const ofStore = isLateOnly ? boardOf(all, { store, isLateOnly: false, now }).orders : board.orders
  const bell = useBell(board.ringing + board.ringingElsewhere > 0)
  useFlashingTitle(board.ringing + board.ringingElsewhere)
  return (
    <>
      <PageHead title="Live board" text={<span role="status">{boardText(board, isLive)}</span>}>
        {role === 'store_owner' ? null : <StoreChoice orders={all} value={choice} onChange={setChoice} />}
        <BellButton bell={bell} />
      </PageHead>
      <OrderTabs store={store} />
      {bell.isOn || isOnPhone ? null : <p className="mb-4 text-small text-ink-2">Turn sound on to hear new orders.</p>}
      <SessionEnd now={now} />
      {board.ringingElsewhere > 0 ? (
        <Elsewhere
          count={board.ringingElsewhere}
          onAll={() => {
            setChoice('')
            setOwnStore('')
          }}
        />
      ) : null}
      {error && !data ? (
        <LoadError text={error.message} onRetry={() => void refetch()} />
      ) : isOnPhone ? (
        <BoardRows orders={ofStore} lateAfter={data?.late_after_minutes} now={now} isLateOnly={isLateOnly} />
      ) : (
        <div className="flex flex-col gap-3">
          <BoardColumns orders={board.orders} lateAfter={data?.late_after_minutes} now={now} />
          {maySeePlaces ? <BoardStrip orders={board.orders} now={now} /> : null}
        </div>
      )}
      {data?.has_more ? (
        <p className="mt-3 text-ink-2">
          The board does not show all open orders. The list of orders has all open orders.
        </p>
      ) : null}
    </>
  )
}

function BellButton({ bell }: { bell: ReturnType<typeof useBell> }) {
  return (
    <Button size="small" variant="outline" onClick={bell.isOn ? bell.switchOff : bell.switchOn}>
      {bell.isOn ? (
        <Bell aria-hidden="true" className="size-4.5" />
      ) : (
        <BellOff aria-hidden="true" className="size-4.5" />
      )}
      {bell.isOn ? 'Sound is on' : 'Turn sound on'}
    </Button>
  )
}

function Elsewhere({ count, onAll }: { count: number; onAll: () => void }) {
  return (
    <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-tint px-4 py-2 text-on-tint">
      {count === 1 ? 'One order waits' : `${count} orders wait`} in another store.
      <button type="button" className="min-h-9 underline" onClick={onAll}>
        Show all stores
      </button>
    </p>
  )
}

type ChoiceProps = {
  orders: readonly { store: { id: number; name: string } }[]
  value: string
  onChange: (store: string) => void
}

/** A field with which staff filter the board by one store; owners select their store in the top bar. */
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
