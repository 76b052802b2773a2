import type { WireInput } from '@nukkad/contract/contract.ts'
import { addDays, wallClock } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { clockTime } from '#lib/clock.ts'
import { locale } from '#lib/locale.ts'
import { ask } from '#lib/query.ts'
import { useKept } from '#lib/use-kept.ts'
import { dayText, weekdayText, whenText } from '#lib/visits.ts'
import './bookings.css'
import { daysUntil } from './days-until.ts'
import { type FreeDay, type FreeStart, monthsOf, partsOfDay } from './part-of-day.ts'
import { WaitAsk } from './wait-ask.tsx'

/** Number of days on one page of the strip of days, whose starts one request fetches. */
const PAGE_DAYS = 14

type About = Pick<WireInput<'free-times'>, 'store_id' | 'services' | 'unique_visit_id'>

type TimeChoiceProps = {
  about: About
  timeZone: string
  /** The number of days from today on which visits can be booked. */
  horizonDays: number
  /** The chosen start; null for none. */
  startsAt: string | null
  onChoose: (start: FreeStart) => void
  /**
   * An instant, such as that of the visit to move, whose day is shown first; without this value, the first free day is
   * shown first.
   */
  opensAt?: string
  /** The salon's name, if the person can join its wait list. */
  storeName?: string
}

/** Lets the person choose a day and one of its free starts. */
export function TimeChoice({ about, timeZone, horizonDays, startsAt, onChoose, opensAt, storeName }: TimeChoiceProps) {
  const opensIn = opensAt ? Math.min(Math.max(daysUntil(opensAt, timeZone), 0), horizonDays) : 0
  const [page, setPage] = useKept('page', Math.floor(opensIn / PAGE_DAYS))
  const [picked, setPicked] = useState(opensAt ? wallClock(new Date(opensAt), timeZone).date : null)
  const { data, error, isFetching, refetch } = useQuery(useTimesOf(about, { page, timeZone, horizonDays }))
  const days = data?.days
  const chosenDay = startsAt ? wallClock(new Date(startsAt), timeZone).date : null
  const first = days?.find(({ starts }) => starts.length > 0)?.date
  const date = [picked, chosenDay].find((one) => days?.some((day) => day.date === one)) ?? first ?? days?.[0]?.date
  const firstDate = addDays(wallClock(new Date(), timeZone).date, page * PAGE_DAYS)
  const day = days?.find((one) => one.date === date)
  const turn = (to: number) => {
    setPage(to)
    setPicked(null)
  }
  const pages = Math.ceil((horizonDays + 1) / PAGE_DAYS)
  if (error && !data) {
    const isRefused = error instanceof ApiError && error.status > 0 && error.status < 500
    return (
      <div className="mt-5 px-4">
        {isRefused ? (
          <p role="alert" className="rounded-card bg-error-tint p-4 font-medium text-error">
            {errorText(error.code)}
          </p>
        ) : (
          <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
      </div>
    )
  }
  return (
    <section className="mt-5" aria-label={t('bookTimes')}>
      <div className="flex items-center gap-2 px-4">
        <h2 className="title min-w-0 flex-1 text-section">
          {monthsOf(days?.map((day) => day.date) ?? [firstDate], locale())}
        </h2>
        <Turn label={t('bookEarlier')} isOff={page === 0} onTurn={() => turn(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Turn>
        <Turn label={t('bookLater')} isOff={page >= pages - 1} onTurn={() => turn(page + 1)}>
          <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Turn>
      </div>
      {days ? (
        <>
          <DayStrip days={days} date={date} timeZone={timeZone} isShown={Boolean(opensAt)} onPick={setPicked} />
          {first === undefined ? (
            <NoTimes
              next={page < pages - 1 ? { about, page: page + 1, timeZone, horizonDays } : null}
              onTurn={() => turn(page + 1)}
            />
          ) : (
            <Times day={day} startsAt={startsAt} onChoose={onChoose} />
          )}
          {storeName && about.store_id && about.services ? (
            <WaitAsk
              wanted={{ store_id: about.store_id, services: about.services }}
              storeName={storeName}
              days={days}
              date={date}
              timeZone={timeZone}
            />
          ) : null}
        </>
      ) : (
        <TimesSkeleton />
      )}
    </section>
  )
}

type Asked = { page: number; timeZone: string; horizonDays: number }

function useTimesOf(about: About, { page, timeZone, horizonDays }: Asked) {
  const [today] = useState(() => wallClock(new Date(), timeZone).date)
  const from = addDays(today, page * PAGE_DAYS)
  const days = Math.min(PAGE_DAYS, horizonDays + 1 - page * PAGE_DAYS)
  return { ...ask('free-times', { ...about, from, days }), staleTime: 10_000 }
}

function Turn({
  label,
  isOff,
  onTurn,
  children,
}: {
  label: string
  isOff: boolean
  onTurn: () => void
  children: ReactNode
}) {
  return (
    <Button variant="plain" size="small" aria-label={label} disabled={isOff} onClick={onTurn} className="!px-2">
      {children}
    </Button>
  )
}

type DayStripProps = {
  days: FreeDay[]
  date: string | undefined
  timeZone: string
  /** Whether the strip scrolls to the chosen day, which may be beyond its edge. */
  isShown: boolean
  onPick: (date: string) => void
}

const show = (day: HTMLElement | null) => day?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function DayStrip({ days, date, timeZone, isShown, onPick }: DayStripProps) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={t('bookDays')}
      className="flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none]"
    >
      {days.map(({ date: one, starts }) => {
        const text = dayText(one, timeZone)
        return (
          <label
            key={one}
            ref={isShown && one === date ? show : undefined}
            data-empty={starts.length === 0 ? '' : undefined}
            className="pick-day press num"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={one === date}
              aria-label={starts.length > 0 ? text : `${text}, ${t('bookNoTimesDay')}`}
              onChange={() => onPick(one)}
            />
            <span aria-hidden="true" className="text-small">
              {weekdayText(one, timeZone)}
            </span>
            <span aria-hidden="true" className="text-section font-bold">
              {Number(one.slice(8))}
            </span>
          </label>
        )
      })}
    </div>
  )
}

const partTexts = { morning: 'bookMorning', afternoon: 'bookAfternoon', evening: 'bookEvening' } as const

type TimesProps = { day: FreeDay | undefined; startsAt: string | null; onChoose: (start: FreeStart) => void }

function Times({ day, startsAt, onChoose }: TimesProps) {
  const name = useId()
  if (!day || day.starts.length === 0)
    return (
      <p role="status" className="px-4 py-4 text-ink-2">
        {t('bookNoTimesDay')}
      </p>
    )
  return (
    <div role="radiogroup" aria-label={t('bookTimes')} className="px-4">
      {partsOfDay(day.starts).map(({ part, starts }) => (
        // biome-ignore lint/a11y/useSemanticElements: the groups are parts of one choice, not separate sets of fields
        <div key={part} role="group" aria-label={t(partTexts[part])} className="mt-3">
          <p aria-hidden="true" className="mb-2 text-small text-ink-2">
            {t(partTexts[part])}
          </p>
          <div className="times">
            {starts.map((start) => (
              <label key={start.starts_at} className="pick-time press num text-label">
                <input
                  type="radio"
                  name={name}
                  className="sr-only"
                  checked={start.starts_at === startsAt}
                  onChange={() => onChoose(start)}
                />
                {/* A line may break at the space before "am" or "pm", because some languages have long words for
                    "am" and "pm". */}
                {clockTime(start.time).replace(/[\u202f\u00a0]/g, ' ')}
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Shows that no day of this page has a free start, and offers the first free start of the next page. */
function NoTimes({ next, onTurn }: { next: (Asked & { about: About }) | null; onTurn: () => void }) {
  return (
    <EmptyState
      picture={<CalendarX2 />}
      title={t('bookNoTimes')}
      text={t('bookNoTimesHint')}
      action={next ? <NextFree {...next} onTurn={onTurn} /> : null}
    />
  )
}

function NextFree({ about, onTurn, ...asked }: Asked & { about: About; onTurn: () => void }) {
  const { data } = useQuery(useTimesOf(about, asked))
  const start = data?.days.flatMap(({ starts }) => starts)[0]
  return (
    <Button variant="tint" onClick={onTurn} className="num">
      {start ? t('bookNext', { when: whenText(start.starts_at, asked.timeZone) }) : t('bookLater')}
    </Button>
  )
}

function TimesSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3 px-4 py-2">
      <Skeleton className="h-20" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
      <Skeleton className="h-13" />
    </div>
  )
}
