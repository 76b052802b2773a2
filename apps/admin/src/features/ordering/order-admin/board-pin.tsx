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

/** Colour is never the only sign: each step has its icon, and the list next to the map has its text. */
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

/** Draws the mark of an order around the middle, 26 wide. `fill` and `text` are tokens of colours. */
export function PinIcon({ status, fill, text }: { status: Status; fill: string; text: string }) {
  const Icon = icons[status] ?? Bell
  return (
    <>
      <circle r="12" fill={`var(${fill})`} stroke="var(--c-surface)" strokeWidth="2" />
      <Icon x={-7} y={-7} width={14} height={14} color={`var(${text})`} />
    </>
  )
}
