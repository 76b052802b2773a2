import { Button } from '@nukkad/ui/components/button.tsx'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { Loading } from '#components/loading.tsx'
import { CounterHead } from '#features/ordering/counter/counter-head.tsx'
import { CounterCard } from '#features/ordering/counter/order-card.tsx'
import { Pauses } from '#features/ordering/counter/pause.tsx'
import { useShownStore } from '#features/ordering/counter/use-shown-store.ts'
import { latestFirst } from '#features/ordering/order-admin/columns.ts'
import { SessionEnd } from '#features/ordering/order-admin/session-end.tsx'
import { StageTabs } from '#features/ordering/order-admin/stage-tabs.tsx'
import { type CounterStage, counterStageOf, counterStages, tabsOf } from '#features/ordering/order-admin/stages.ts'
import { useBell, useFlashingTitle } from '#features/ordering/order-admin/use-bell.ts'
import { useBoard } from '#features/ordering/order-admin/use-board.ts'

/** The orders of a store on its owner's phone: one stage at a time, and one action for each order. */
export default function CounterRoute() {
  const { data, error, refetch, now, isLive } = useBoard()
  const { store, hasSeveral } = useShownStore()
  const [chosen, setChosen] = useState<CounterStage>()
  const orders = latestFirst(
    (data?.orders ?? []).filter((order) => !store || order.store.id === store.id),
    now,
  )
  const stages = tabsOf(
    counterStages.map((stage) => ({
      ...stage,
      count: orders.filter((order) => counterStageOf(order) === stage.key).length,
      isUrgent: stage.key === 'new',
    })),
  )
  const shown = stages.find(({ key }) => key === chosen) ?? stages.find(({ count }) => count > 0) ?? stages[0]!
  const own = orders.filter((order) => counterStageOf(order) === shown.key)
  const bell = useBell(stages[0]!.count > 0)
  useFlashingTitle(stages[0]!.count)
  return (
    <>
      <CounterHead title="Orders">
        {bell.isOn ? (
          <button
            type="button"
            aria-label="Turn sound off"
            onClick={bell.switchOff}
            className="grid size-11 place-items-center rounded-control hover:bg-sunken"
          >
            <Bell aria-hidden="true" />
          </button>
        ) : null}
      </CounterHead>
      {bell.isOn ? null : <SilentBar onSwitchOn={bell.switchOn} />}
      <SessionEnd now={now} />
      <Pauses />
      {isLive || !data ? null : (
        <p role="status" className="mb-3 text-small text-ink-2">
          Reconnecting. Refreshing every 15 s.
        </p>
      )}
      <StageTabs stages={stages} shown={shown.key} onShow={setChosen} />
      {!data ? (
        <Loading error={error} refetch={refetch} className="h-60" />
      ) : own.length === 0 ? (
        <p className="grid min-h-60 place-content-center px-6 text-center text-ink-2">
          {shown.key === 'new' && bell.isOn ? `${shown.empty} A sound plays when an order arrives.` : shown.empty}
        </p>
      ) : (
        <ul aria-label={shown.title} className="grid grid-cols-1 gap-3">
          {own.map((order) => (
            <CounterCard
              key={order.id}
              order={order}
              now={now}
              lateAfter={data.late_after_minutes}
              showsStore={hasSeveral && !store}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** Says that new orders arrive without a sound, and offers to switch the sound on. */
function SilentBar({ onSwitchOn }: { onSwitchOn: () => void }) {
  return (
    <section
      aria-label="Sound"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-control bg-error-tint p-3 text-error"
    >
      <BellOff aria-hidden="true" className="size-6 shrink-0" />
      <p className="min-w-0 flex-1">Sound is off. New orders arrive silently.</p>
      <Button size="small" onClick={onSwitchOn}>
        Turn sound on
      </Button>
    </section>
  )
}
