import {
  Bell,
  Bike,
  CalendarClock,
  CookingPot,
  CreditCard,
  type LucideIcon,
  PackageCheck,
  UserCheck,
} from 'lucide-react'
import type { Status } from './order-texts.ts'

/** The icon of each state of an order, because some people cannot distinguish the colours of the marks. */
const icons: Partial<Record<Status, LucideIcon>> = {
  placed: Bell,
  accepted: CookingPot,
  assigned: UserCheck,
  picked_up: Bike,
  ready: PackageCheck,
  scheduled: CalendarClock,
  schedule_confirmed: CalendarClock,
  awaiting_payment: CreditCard,
}

/** Draws the mark of an order, 26 wide, around the origin. `fill` and `text` are colour tokens. */
export function PinIcon({ status, fill, text }: { status: Status; fill: string; text: string }) {
  const Icon = icons[status] ?? Bell
  return (
    <>
      <circle r="12" fill={`var(${fill})`} stroke="var(--c-surface)" strokeWidth="2" />
      <Icon x={-7} y={-7} width={14} height={14} color={`var(${text})`} />
    </>
  )
}
