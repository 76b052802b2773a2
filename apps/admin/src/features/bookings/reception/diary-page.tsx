import { addDays } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, UserPlus, X } from 'lucide-react'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { Input, Select } from '#components/controls.tsx'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { FeedsButton } from '#features/bookings/feeds/feeds-panel.tsx'
import { useNow } from '#features/ordering/order-admin/use-now.ts'
import { today } from '#lib/format.ts'
import { usePhone } from '#lib/phone.ts'
import { useMay } from '#lib/session.ts'
import { useOpened } from '#lib/use-opened.ts'
import { type Column, columnsOf, type Diary, mondayOf, type Visit } from './diary.ts'
import { DiaryGrid } from './diary-grid.tsx'
import { SalonField } from './salon-field.tsx'
import { useDiary } from './use-diary.ts'
import { type RefusedMove, useMove } from './use-move.ts'
import { useAddress } from './use-salon.ts'
import { VisitPanel } from './visit-panel.tsx'
import { clockText, dateText, longDateText, momentText, weekText } from './visit-texts.ts'
import { WaitListButton } from './wait-list.tsx'
import { WalkInPanel } from './walk-in.tsx'

const DAYS_A_WEEK = 7

/** The visits of a salon on one day by person, or of one person in one week. */
export function DiaryPage({ storeId }: { storeId: number }) {
  const { date = today(), view } = useSearch({ strict: false }) as { date?: string; view?: string }
  const isWeek = view === 'week'
  const {
    data: read,
    error,
    refetch,
    isPlaceholderData,
  } = useDiary({
    store_id: storeId,
    date: isWeek ? mondayOf(date) : date,
    days: isWeek ? DAYS_A_WEEK : 1,
  })
  // Until the new days arrive, the previous ones stay on the screen, and no visit can be moved.
  const data = read && isPlaceholderData ? { ...read, may_change: false } : read
  const call = 'dashboard/bookings/wait-list'
  const maySeeWaiting = useMay({ permission: 'order_view', owners: true, call, storeId })
  const [isEntering, setEntering] = useState(false)
  return (
    <>
      <PageHead title="Visits" text={isWeek ? weekText(mondayOf(date)) : longDateText(date)}>
        <FeedsButton storeId={storeId} />
        {maySeeWaiting ? <WaitListButton storeId={storeId} /> : null}
        {data?.may_change ? (
          <Button size="small" onClick={() => setEntering(true)}>
            <UserPlus aria-hidden="true" className="size-4.5" />
            Walk-in
          </Button>
        ) : null}
      </PageHead>
      <Controls date={date} isWeek={isWeek} diary={data} />
      {!data ? (
        <Loading error={error} refetch={refetch} className="h-120" />
      ) : data.stylists.length === 0 && data.visits.length === 0 ? (
        <p className="card grid min-h-60 place-content-center p-6 text-center text-ink-2">
          {data.may_change
            ? 'No one offers services here yet. Add people, resources and services under “Salon”.'
            : 'You are not among the people who offer services here. The owner can link your account under “Salon”.'}
        </p>
      ) : (
        <Shown storeId={storeId} diary={data} isWeek={isWeek} date={date} />
      )}
      {data ? (
        <WalkInPanel
          storeId={storeId}
          diary={data}
          date={isWeek || date < today() ? today() : date}
          isOpen={isEntering}
          onClose={() => setEntering(false)}
        />
      ) : null}
    </>
  )
}

type ControlsProps = { date: string; isWeek: boolean; diary: Diary | undefined }

function Controls({ date, isWeek, diary }: ControlsProps) {
  const change = useAddress()
  const { person } = useSearch({ strict: false }) as { person?: string }
  const days = isWeek ? DAYS_A_WEEK : 1
  const step = (by: number) => change({ date: addDays(date, by * days) })
  const arrow = 'control grid min-w-11 place-items-center px-0'
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <SalonField />
      <div className="flex max-w-full gap-1 max-wide:min-w-0 max-wide:flex-1">
        <button
          type="button"
          aria-label={isWeek ? 'Previous week' : 'Previous day'}
          className={arrow}
          onClick={() => step(-1)}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </button>
        <Input
          isLabelHidden
          label="Date"
          type="date"
          value={date}
          onChange={(event) => event.target.value && change({ date: event.target.value })}
        />
        <button type="button" aria-label={isWeek ? 'Next week' : 'Next day'} className={arrow} onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </button>
      </div>
      <Button
        size="small"
        variant="outline"
        disabled={date === today()}
        className="disabled:max-wide:hidden"
        onClick={() => change({ date: undefined })}
      >
        Today
      </Button>
      <fieldset className="min-w-0 flex gap-1">
        <legend className="sr-only">View</legend>
        <Chip isOn={!isWeek} className="min-h-11 max-wide:px-2.5" onClick={() => change({ view: undefined })}>
          Day
        </Chip>
        <Chip isOn={isWeek} className="min-h-11 max-wide:px-2.5" onClick={() => change({ view: 'week' })}>
          Week
        </Chip>
      </fieldset>
      {isWeek && diary && diary.stylists.length > 1 ? (
        <Select
          isLabelHidden
          label="Person"
          value={person ?? String(diary.stylists[0]?.id)}
          onChange={(event) => change({ person: event.target.value })}
          options={diary.stylists.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : null}
    </div>
  )
}

type ShownProps = { storeId: number; diary: Diary; isWeek: boolean; date: string }

function Shown({ storeId, diary, isWeek, date }: ShownProps) {
  const now = useNow()
  const isOnPhone = usePhone()
  const { person, visit: first } = useSearch({ strict: false }) as { person?: string; visit?: string }
  const one = diary.stylists.find(({ id }) => String(id) === person) ?? diary.stylists[0]
  const columns = columnsOf(diary, isWeek ? one?.id : undefined)
  const move = useMove({ diary, columns, storeId })
  const { opened, open: openNumber, panel } = useOpened(first)
  const shownVisit = diary.visits.find((visit) => visit.unique_visit_id === opened)
  const open = (visit: Visit) => openNumber(visit.unique_visit_id)
  const titleOf = ({ date, name }: Column) => (isWeek ? dateText(date) : name)
  // On a phone, the same person stays selected when the day changes, and a week begins with the date of the URL.
  const [kept, setKept] = useState<number | null>()
  const shown = columns.find((column) => (isWeek ? column.date === date : column.stylistId === kept)) ?? columns[0]
  const change = useAddress()
  const show = (column: Column) => (isWeek ? change({ date: column.date }) : setKept(column.stylistId))
  const grid = { diary, move, titleOf, now, onOpen: open }
  return (
    <>
      {move.refused ? (
        <Refusal refused={move.refused} diary={diary} onMove={move.moveTo} onClose={move.forgetRefusal} />
      ) : null}
      {isOnPhone && shown ? (
        <Swiped columns={columns} shown={shown} titleOf={titleOf} onShow={show}>
          <DiaryGrid {...grid} columns={[shown]} />
        </Swiped>
      ) : (
        <DiaryGrid {...grid} columns={columns} />
      )}
      <Cancelled diary={diary} onOpen={open} />
      <VisitPanel
        storeId={storeId}
        diary={diary}
        visit={shownVisit}
        {...panel}
        isOpen={panel.isOpen && shownVisit !== undefined}
        onMove={move.moveTo}
      />
    </>
  )
}

type RefusalProps = {
  refused: RefusedMove
  diary: Diary
  onMove: ReturnType<typeof useMove>['moveTo']
  onClose: () => void
}

/** Says why a move was refused, with the next free starts. */
function Refusal({ refused: { visit, text, nextStarts, people }, diary, onMove, onClose }: RefusalProps) {
  return (
    <div role="alert" className="mb-3 flex flex-wrap items-center gap-2 rounded-control bg-error-tint p-3">
      <p className="min-w-0 grow basis-60">
        {visit.customer} stays at {clockText(visit.starts_at, diary.time_zone)}. {text}
        {nextStarts.length > 0 ? ' The next free times:' : null}
      </p>
      {nextStarts.map((starts_at) => (
        <Chip key={starts_at} onClick={() => onMove(visit, { starts_at, ...(people && { stylist_ids: people }) })}>
          {momentText(starts_at, diary.time_zone)}
        </Chip>
      ))}
      <button type="button" aria-label="Close" onClick={onClose} className="grid size-11 place-items-center">
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

const SWIPE_PX = 60

type SwipedProps = {
  columns: readonly Column[]
  shown: Column
  titleOf: (column: Column) => string
  onShow: (column: Column) => void
  children: ReactNode
}

/** Shows one column of the diary on a phone; a tab or a swipe shows another one. */
function Swiped({ columns, shown, titleOf, onShow, children }: SwipedProps) {
  const start = useRef<{ x: number; y: number }>(undefined)
  const handleEnd = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    if (!start.current || !touch) return
    const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return
    const next = columns[columns.indexOf(shown) + (x < 0 ? 1 : -1)]
    if (next) onShow(next)
  }
  return (
    <>
      <fieldset className="mb-3 flex min-w-0 gap-1 overflow-x-auto p-0.5">
        <legend className="sr-only">Shown</legend>
        {columns.map((column) => (
          <Chip key={column.key} isOn={column === shown} className="min-h-11 shrink-0" onClick={() => onShow(column)}>
            {titleOf(column)}
          </Chip>
        ))}
      </fieldset>
      <div
        onTouchStart={({ touches }) => {
          const touch = touches[0]
          start.current = touch && { x: touch.clientX, y: touch.clientY }
        }}
        onTouchEnd={handleEnd}
      >
        {children}
      </div>
    </>
  )
}

function Cancelled({ diary, onOpen }: { diary: Diary; onOpen: (visit: Visit) => void }) {
  const cancelled = diary.visits.filter(({ status }) => status === 'cancelled')
  if (cancelled.length === 0) return null
  return (
    <section aria-labelledby="cancelled-visits" className="mt-5">
      <h2 id="cancelled-visits" className="mb-2 text-heading">
        Cancelled
      </h2>
      <ul className="card divide-y divide-line">
        {cancelled.map((visit) => (
          <li key={visit.unique_visit_id}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-4 text-start hover:bg-tint"
              onClick={() => onOpen(visit)}
            >
              <span className="num">{momentText(visit.starts_at, diary.time_zone)}</span>
              <span className="text-label">{visit.customer}</span>
              <span className="text-ink-2">{visit.services.map(({ name }) => name).join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
