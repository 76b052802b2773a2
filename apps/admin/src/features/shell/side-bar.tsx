import { classNames } from '@nukkad/ui/class-names.ts'
import { useLayer } from '@nukkad/ui/use-layer.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatches, useParams, useRouterState } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Area, Page } from '#areas/area.ts'
import { areas } from '#areas/areas.ts'
import { Logo } from '#components/logo.tsx'
import { listOf } from '#features/identity/people/person.ts'
import { ask, withoutPrevious } from '#lib/query.ts'
import { may, useMember } from '#lib/session.ts'

type SideBarProps = {
  isOpen: boolean
  /** The side of the screen at which the drawer opens: that of the button that opened it. */
  side: 'start' | 'end'
  onClose: () => void
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/**
 * The navigation: a column on wide screens, a drawer on phones. Folded, the column shows icons, and expands over the
 * page on hover or keyboard focus.
 */
export function SideBar({ isOpen, side, onClose, isFolded, onFold }: SideBarProps) {
  const { ref, isMounted } = useLayer(isOpen, onClose)
  const Fold = isFolded ? PanelLeftOpen : PanelLeftClose
  const column = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again when another page opens
  useEffect(() => {
    // Scrolls the side bar so that the link of the current page is visible.
    const box = column.current
    const here = box?.querySelector('[aria-current=page]')
    if (!box || !here) return
    const above = here.getBoundingClientRect().top - box.getBoundingClientRect().top
    if (above < 0 || above > box.clientHeight - 40) box.scrollTop += above - box.clientHeight / 2
  }, [path])
  return (
    <>
      <nav
        ref={column}
        aria-label="Dashboard"
        data-folded={isFolded ? '' : undefined}
        className="side-bar sticky flex-col top-0 hidden h-dvh overflow-x-hidden overflow-y-auto border-e border-line bg-surface px-3 large:flex"
      >
        <Brand />
        <Links />
        <button
          type="button"
          onClick={() => onFold(!isFolded)}
          className="sticky bottom-0 mt-auto flex min-h-12 shrink-0 w-full items-center gap-3 border-t border-line bg-surface px-3.5 text-label text-ink-2 hover:text-ink"
        >
          <Fold aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
          <span className="side-word">{isFolded ? 'Expand menu' : 'Collapse menu'}</span>
        </button>
      </nav>
      <dialog
        ref={ref}
        tabIndex={-1}
        aria-label="Menu"
        data-side={side}
        className="layer layer-drawer max-w-80 large:hidden"
      >
        {isMounted ? (
          <div className="h-full overflow-y-auto px-3 pb-6">
            <div className="flex items-center justify-between">
              <Brand />
              <button
                type="button"
                aria-label="Close menu"
                onClick={onClose}
                className="grid size-11 place-items-center"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </div>
            <nav aria-label="Dashboard">
              <Links />
            </nav>
          </div>
        ) : null}
      </dialog>
    </>
  )
}

function Brand() {
  return (
    <Link to="/" className="flex h-16 shrink-0 items-center gap-2.5 px-2">
      <Logo sizePx={32} />
      <span className="side-word title text-section">Dashboard</span>
    </Link>
  )
}

function Links() {
  const member = useMember()
  const here = useShownPath()
  return (
    <ul className="mt-2 grid gap-0.5">
      {areas.map((area) => {
        const open = area.pages.filter((page) => !page.isInner && may(member, page))
        if (open.length === 0) return null
        return (
          <AreaLinks key={area.title} area={area} open={open} isHere={area.pages.some(({ path }) => path === here)} />
        )
      })}
    </ul>
  )
}

/**
 * Returns the path of the shown page. For a person's page, the result is the path of the list that the person is in,
 * once the person has loaded.
 */
function useShownPath(): string | undefined {
  const path = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.path })
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  // The query sends no call, because the page of the person already reads the same answer.
  const { data } = useQuery({ ...ask('dashboard/people/show', { id }), ...withoutPrevious, enabled: false })
  if (path !== '/people/$id') return path
  return data && listOf(data.data.roles).to
}

const linkLook = 'flex min-h-10 items-center gap-3 rounded-control px-3.5 text-label'

/**
 * An entry of the side bar, with its pages below it while one of them is open. If a page has the same name as the
 * entry, the entry is the link of this page. An open entry that has no page with its name is not a link, because its
 * first page is listed below it.
 */
function AreaLinks({ area, open, isHere }: { area: Area; open: readonly Page[]; isHere: boolean }) {
  const { title, icon: Icon } = area
  const first = open[0]!
  const below = open.filter((page) => page.title !== title)
  const face = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="side-word">{title}</span>
    </>
  )
  return (
    <li>
      {isHere && first.title !== title ? (
        <span className={classNames(linkLook, 'text-brand')}>{face}</span>
      ) : (
        <Link
          to={first.path}
          search={(first.search ?? {}) as never}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkLook}
          activeProps={{ className: 'bg-tint text-on-tint', 'aria-current': 'page' }}
          inactiveProps={{ className: classNames('hover:bg-sunken', isHere && 'text-brand') }}
        >
          {face}
        </Link>
      )}
      {isHere && below.length > 0 ? (
        <ul aria-label={title} className="side-below">
          {below.map((page) => (
            <PageLink key={page.path} page={page} all={open} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

function PageLink({ page: { path, title, search = {} }, all }: { page: Page; all: readonly Page[] }) {
  // If another page's path begins with this page's path, this link is highlighted only on its exact path.
  const hasBelow = all.some((other) => other.path.startsWith(`${path}/`))
  return (
    <li>
      <Link
        to={path}
        search={search as never}
        activeOptions={{ exact: hasBelow, includeSearch: false }}
        className="flex min-h-9 items-center rounded-control ps-11.5 pe-3 text-small"
        activeProps={{ className: 'bg-tint text-label text-on-tint', 'aria-current': 'page' }}
        inactiveProps={{ className: 'hover:bg-sunken' }}
      >
        <span className="side-word">{title}</span>
      </Link>
    </li>
  )
}
