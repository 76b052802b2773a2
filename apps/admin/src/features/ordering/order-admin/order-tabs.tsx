import { classNames } from '@nukkad/ui/class-names.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { formatCount, today } from '#lib/format.ts'

/** The views of orders: two of the board and two of the list. */
const tabs = [
  { name: 'live', title: 'Live', to: '/board' },
  { name: 'late', title: 'Late', to: '/board' },
  { name: 'today', title: 'Today', to: '/orders' },
  { name: 'all', title: 'All', to: '/orders' },
] as const

/**
 * Links between the board and the list of orders.
 * @param late how many orders are late, where the page knows it
 */
export function OrderTabs({ late = 0 }: { late?: number }) {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const { placed_at, show } = search as Record<string, string | undefined>
  const ofToday = `${today()}..${today()}`
  const shown = pathname.endsWith('/board')
    ? show === 'late'
      ? 'late'
      : 'live'
    : placed_at === ofToday
      ? 'today'
      : 'all'
  const searches = { live: {}, late: { show: 'late' }, today: { placed_at: ofToday }, all: {} }
  return (
    <nav aria-label="Views of orders" className="mb-4 flex gap-1">
      {tabs.map(({ name, title, to }) => (
        <Link
          key={name}
          to={to}
          search={searches[name] as never}
          activeOptions={{ exact: true }}
          aria-current={name === shown ? 'page' : undefined}
          className={classNames(
            'flex min-h-11 items-center gap-2 rounded-control px-4 text-label',
            name === shown ? 'bg-tint text-on-tint' : 'hover:bg-sunken',
          )}
        >
          {title}
          {name === 'late' && late > 0 ? (
            <span className="num rounded-badge bg-error-tint px-1.5 text-small text-error">{formatCount(late)}</span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
