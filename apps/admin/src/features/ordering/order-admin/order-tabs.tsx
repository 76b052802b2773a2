import { classNames } from '@nukkad/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { formatCount, today } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { boardOf } from './board.ts'
import { useNow } from './use-now.ts'

const tabs = [
  { name: 'live', title: 'Live' },
  { name: 'late', title: 'Late' },
  { name: 'today', title: 'Today' },
  { name: 'all', title: 'All' },
] as const

type Tab = (typeof tabs)[number]['name']

const POLL_EVERY_MS = 60_000

/**
 * Links between the views of orders. The views of live and late orders can be the board or the list; the other views
 * are only lists.
 * @param store the store whose orders are counted; empty for all
 */
export function OrderTabs({ store }: { store: string }) {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const isBoard = pathname.endsWith('/board')
  const counts = useCounts(store)
  const ofToday = `${today()}..${today()}`
  const searches: Record<Tab, Readonly<Record<string, string>>> = {
    live: isBoard ? {} : { progress: 'live' },
    late: isBoard ? { show: 'late' } : { progress: 'late' },
    today: { placed_at: ofToday },
    all: {},
  }
  const shown = shownTab(search as Record<string, string | undefined>, { isBoard, ofToday })
  return (
    <nav aria-label="Views of orders" className="mb-4 flex gap-1">
      {tabs.map(({ name, title }) => (
        <Link
          key={name}
          to={isBoard && name in counts ? '/board' : '/orders'}
          search={searches[name] as never}
          activeOptions={{ exact: true }}
          aria-current={name === shown ? 'page' : undefined}
          className={classNames(
            'flex min-h-11 items-center gap-2 rounded-control px-4 text-label',
            name === shown ? 'bg-tint text-on-tint' : 'hover:bg-sunken',
          )}
        >
          {title}
          {name === 'live' || name === 'late' ? <Count of={counts[name]} isLate={name === 'late'} /> : null}
        </Link>
      ))}
    </nav>
  )
}

function shownTab(
  { show, progress, placed_at }: Record<string, string | undefined>,
  { isBoard, ofToday }: { isBoard: boolean; ofToday: string },
): Tab {
  if (isBoard) return show === 'late' ? 'late' : 'live'
  if (progress === 'live' || progress === 'late') return progress
  return placed_at === ofToday ? 'today' : 'all'
}

/** Counts the open and the late orders as the board does. */
function useCounts(store: string) {
  const now = useNow()
  const { data } = useQuery({ ...ask('dashboard/orders/board', {}), refetchInterval: POLL_EVERY_MS })
  const { orders, late } = boardOf(data?.orders ?? [], { store, isLateOnly: false, now })
  return { live: orders.length, late }
}

function Count({ of, isLate }: { of: number; isLate: boolean }) {
  if (of === 0) return null
  return (
    <span className={classNames('num rounded-badge px-1.5 text-small', isLate && 'bg-error-tint text-error')}>
      {formatCount(of)}
    </span>
  )
}
