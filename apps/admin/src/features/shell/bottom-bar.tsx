import { Link } from '@tanstack/react-router'
import { Banknote, CalendarDays, Ellipsis, ReceiptText, UtensilsCrossed } from 'lucide-react'
import { usePhone } from '#lib/phone.ts'
import { type Access, type Member, may, useMember } from '#lib/session.ts'

const access = {
  menu: { permission: 'items_view', owners: true },
  money: { permission: 'store_payouts_manage', owners: true, call: 'store-owner/dashboard' },
} as const satisfies Record<string, Access>

const orders = { permission: 'order_view', owners: true } as const satisfies Access

const places = [
  { to: '/counter', title: 'Orders', icon: ReceiptText, access: orders },
  { to: '/visits', title: 'Visits', icon: CalendarDays, access: { ...orders, onlySalons: true } },
  { to: '/counter/menu', title: 'Menu', icon: UtensilsCrossed, access: access.menu },
  { to: '/counter/money', title: 'Money', icon: Banknote, access: access.money },
] as const satisfies readonly { access: Access; [key: string]: unknown }[]

const look = 'flex min-h-14 flex-col items-center justify-center gap-0.5 text-small'

/** Returns whether a person works with the counter pages on a phone: store owners and employees of a store. */
export function hasCounter({ role, stores }: Member): boolean {
  return role === 'store_owner' && stores.length > 0
}

/** Returns the first page on a phone for a person with counter pages: the diary if they work only in salons. */
export function firstPlaceOf({ stores }: Member): string {
  return stores.every(({ is_salon }) => is_salon) ? '/visits' : '/counter'
}

/** Returns the pages that the bottom bar links for a person, with their first page at the start. */
function placesOf(member: Member) {
  const own = places.filter((place) => may(member, place.access))
  const first = firstPlaceOf(member)
  return own.toSorted((a, b) => Number(b.to === first) - Number(a.to === first))
}

/**
 * The bottom bar on a phone for store owners and employees: orders, the visits of a salon, menu, money, and a menu with
 * the other pages.
 */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const member = useMember()
  const isOnPhone = usePhone()
  if (!hasCounter(member)) return null
  return (
    <nav
      aria-label="Counter"
      // Reserves the height of the bottom bar, so that toasts appear above it.
      data-foot={isOnPhone ? '' : undefined}
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] wide:hidden"
    >
      {placesOf(member).map(({ to, title, icon: Icon }) => (
        <Link
          key={to}
          to={to as never}
          activeOptions={{ exact: true, includeSearch: false }}
          className={look}
          activeProps={{ className: 'text-brand font-semibold', 'aria-current': 'page' }}
          inactiveProps={{ className: 'text-ink-2' }}
        >
          <Icon aria-hidden="true" className="size-6" />
          {title}
        </Link>
      ))}
      <button type="button" className={`${look} text-ink-2`} onClick={onMore}>
        <Ellipsis aria-hidden="true" className="size-6" />
        More
      </button>
    </nav>
  )
}
