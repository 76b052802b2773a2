import { Link } from '@tanstack/react-router'
import { Banknote, Ellipsis, ReceiptText, UtensilsCrossed } from 'lucide-react'
import { usePhone } from '#lib/phone.ts'
import { type Access, type Member, may, useMember } from '#lib/session.ts'

const access = {
  menu: { permission: 'items_view', owners: true },
  money: { permission: 'store_payouts_manage', owners: true, call: 'store-owner/dashboard' },
} as const satisfies Record<string, Access>

const places = [
  { to: '/counter', title: 'Orders', icon: ReceiptText, access: { permission: 'order_view', owners: true } },
  { to: '/counter/menu', title: 'Menu', icon: UtensilsCrossed, access: access.menu },
  { to: '/counter/money', title: 'Money', icon: Banknote, access: access.money },
] as const satisfies readonly { access: Access; [key: string]: unknown }[]

const look = 'flex min-h-14 flex-col items-center justify-center gap-0.5 text-small'

/** Returns whether a person works with the counter pages on a phone: store owners and employees of a store. */
export function hasCounter({ role, stores }: Member): boolean {
  return role === 'store_owner' && stores.length > 0
}

/** The bottom bar on a phone for store owners and employees: orders, menu, money, and a menu with the other pages. */
export function BottomBar({ onMore }: { onMore: () => void }) {
  const member = useMember()
  const isOnPhone = usePhone()
  if (!hasCounter(member)) return null
  return (
    <nav
      aria-label="Counter"
      // Toasts appear above the bar.
      data-foot={isOnPhone ? '' : undefined}
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] wide:hidden"
    >
      {places
        .filter((place) => may(member, place.access))
        .map(({ to, title, icon: Icon }) => (
          <Link
            key={to}
            to={to as never}
            activeOptions={{ exact: true }}
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
