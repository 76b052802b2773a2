import type { WireInput } from '@nukkad/contract/contract.ts'
import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { type HoursValues, shownHours } from '#components/hours-fields.tsx'
import { lengthText } from '#features/bookings/reception/visit-texts.ts'
import { formatMoney } from '#lib/format.ts'
import type { Service, Setup, Stylist } from './use-setup.ts'

/**
 * The form values of a person. Each service of the salon has a row: whether the person does it, with the person's own
 * price and duration.
 */
export type StylistValues = HoursValues & {
  name: string
  account_id: string
  is_active: boolean
  /** The commission of the person in percent, which only owners see. */
  commission: string
  services: { item_id: number; does: boolean; price: string; minutes: string; commission: string }[]
}

/** Returns the form values of a person; a new person does all services and works no hours yet. */
export function stylistValues({ services }: Setup, stylist: Stylist | undefined): StylistValues {
  return {
    ...shownHours(stylist?.hours ?? {}, stylist?.exceptions ?? []),
    name: stylist?.name ?? '',
    account_id: stylist?.user_id ? String(stylist.user_id) : '',
    is_active: stylist ? stylist.is_active === 1 : true,
    commission: stylist?.commission ?? '',
    services: services.map(({ item_id }) => {
      const own = stylist?.services.find((service) => service.item_id === item_id)
      return {
        item_id,
        does: stylist ? own !== undefined : true,
        price: own?.price ?? '',
        minutes: own?.minutes ? String(own.minutes) : '',
        commission: own?.commission ?? '',
      }
    }),
  }
}

type Sent = { storeId: number; stylist: Stylist | undefined; isLast: number; isOwner: boolean }

/**
 * Converts the form values of a person into the input of the call that saves them. Only owners send commission rates
 * and another account; without these values the server keeps the stored ones.
 */
export function stylistInput(
  typed: StylistValues,
  { storeId, stylist, isLast, isOwner }: Sent,
): WireInput<'dashboard/bookings/stylists/save'> {
  return {
    store_id: storeId,
    ...(stylist && { id: stylist.id }),
    name: typed.name,
    ...((isOwner || !stylist) && { account_id: typed.account_id ? Number(typed.account_id) : null }),
    position: stylist?.position ?? isLast,
    is_active: typed.is_active ? 1 : 0,
    hours: typed.schedule_data,
    exceptions: typed.exceptions,
    ...(isOwner && { commission: typed.commission.trim() || '0' }),
    services: typed.services
      .filter(({ does }) => does)
      .map(({ item_id, price, minutes, commission }) => ({
        item_id,
        price: price || null,
        minutes: minutes ? Number(minutes) : null,
        ...(isOwner && { commission: commission.trim() || null }),
      })),
  }
}

type Menu = { price: string; minutes: number; currency: string }

/** Describes the price and the duration of a service for one person, such as `Own: ₹350.00, 45 min, 12.5%`. */
export function ownTermsText(own: StylistValues['services'][number], { price, minutes, currency }: Menu): string {
  const parts = [
    // While a person types a price, it may not be a number yet.
    formatMoney(Number(own.price) > 0 ? own.price : price, currency),
    lengthText(Number(own.minutes) || minutes),
    ...(own.commission ? [`${own.commission}%`] : []),
  ].join(', ')
  return own.price || own.minutes || own.commission ? `Own: ${parts}` : parts
}

/** Returns the days on which a person works, such as `Mon–Fri, Sun`. */
export function daysText(hours: Stylist['hours']): string {
  const week = [...weekdays.slice(1), weekdays[0]]
  const short = (day: string) => day.slice(0, 1).toUpperCase() + day.slice(1, 3)
  const runs: string[][] = []
  week.forEach((day, index) => {
    if (!hours[day]?.length) return
    const last = runs.at(-1)
    if (last && index > 0 && last.at(-1) === week[index - 1]) last.push(day)
    else runs.push([day])
  })
  if (runs.length === 0) return 'No hours yet'
  return runs
    .map((run) => (run.length > 2 ? `${short(run[0]!)}–${short(run.at(-1)!)}` : run.map(short).join(', ')))
    .join(', ')
}

/** The form values of a service. */
export type ServiceValues = {
  segments: { minutes: string; needs_stylist: boolean; resource_kind: string }[]
  buffer_minutes: string
  deposit_kind: Service['deposit_kind']
  deposit_value: string
  free_cancel_hours: string
  late_cancel_percent: string
  no_show_percent: string
  addons: { addon_id: number; name: string; minutes: string; category_id: number; is_first: boolean }[]
}

/** Returns the form values of a service. A new service has one part of half an hour and no deposit. */
export function serviceValues(service: Service | undefined, usualKind = ''): ServiceValues {
  return {
    segments: (service?.segments ?? [{ minutes: 30, needs_stylist: true, resource_kind: usualKind }]).map(
      (segment) => ({
        minutes: String(segment.minutes),
        needs_stylist: segment.needs_stylist,
        resource_kind: segment.resource_kind ?? '',
      }),
    ),
    buffer_minutes: String(service?.buffer_minutes ?? 0),
    deposit_kind: service?.deposit_kind ?? 'none',
    deposit_value: service && service.deposit_kind !== 'none' ? service.deposit_value : '',
    free_cancel_hours: String(service?.free_cancel_hours ?? 24),
    late_cancel_percent: String(service?.late_cancel_percent ?? 100),
    no_show_percent: String(service?.no_show_percent ?? 100),
    addons: (service?.addons ?? []).map((addon) => ({ ...addon, minutes: String(addon.minutes) })),
  }
}

/**
 * Returns the ids of the add-ons that add no time although others of their category do. Where customers choose exactly
 * one add-on, the first may add no time, because the service's own time includes it.
 */
export function optionsWithoutTime(addons: readonly Option[]): number[] {
  const isTimed = ({ minutes }: Option) => Number(minutes) > 0
  return addons
    .filter((one) => !one.is_first && !isTimed(one))
    .filter(({ category_id: id }) => addons.some((other) => other.category_id === id && isTimed(other)))
    .map(({ addon_id }) => addon_id)
}
type Option = Omit<ServiceValues['addons'][number], 'minutes'> & { minutes: string | number }

/**
 * Converts the form values of a service into the input of the call that saves them. The server refuses a value that is
 * not a number at its field.
 */
export function serviceInput(
  typed: ServiceValues,
  { storeId, itemId }: { storeId: number; itemId: number },
): WireInput<'dashboard/bookings/services/save'> {
  return {
    store_id: storeId,
    item_id: itemId,
    segments: typed.segments.map(({ minutes, needs_stylist, resource_kind }) => ({
      minutes: wholeOf(minutes),
      needs_stylist,
      resource_kind: resource_kind || null,
    })),
    buffer_minutes: wholeOf(typed.buffer_minutes),
    deposit_kind: typed.deposit_kind,
    deposit_value: typed.deposit_kind === 'none' ? '0' : typed.deposit_value,
    free_cancel_hours: wholeOf(typed.free_cancel_hours),
    late_cancel_percent: wholeOf(typed.late_cancel_percent),
    no_show_percent: wholeOf(typed.no_show_percent),
    addons: typed.addons.map(({ addon_id, minutes }) => ({ addon_id, minutes: wholeOf(minutes || '0') })),
  }
}

const wholeOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))

/** Returns the total minutes of a service and its hands-on minutes. Missing or invalid numbers count as 0. */
export function lengthsOf(segments: ServiceValues['segments']): { total: number; handsOn: number } {
  const minutesOf = (of: ServiceValues['segments']) => of.reduce((sum, { minutes }) => sum + (Number(minutes) || 0), 0)
  return { total: minutesOf(segments), handsOn: minutesOf(segments.filter(({ needs_stylist }) => needs_stylist)) }
}

/** Returns the sentences about a service's deposit that a customer reads before they pay it. */
export function depositText(typed: Omit<ServiceValues, 'segments' | 'addons'>, currency: string): string {
  const { deposit_kind, deposit_value, free_cancel_hours, late_cancel_percent, no_show_percent } = typed
  if (deposit_kind === 'none' || !(Number(deposit_value) > 0)) return 'No deposit. You pay at the salon.'
  const deposit = deposit_kind === 'percent' ? `${deposit_value} % of the price` : formatMoney(deposit_value, currency)
  const hours = Number(free_cancel_hours)
  const free = hours > 0 ? `up to ${hours} ${hours === 1 ? 'hour' : 'hours'} before the start` : 'until the start'
  return [
    `You pay a deposit of ${deposit} now, and the rest at the salon.`,
    `You can cancel or move the visit free of charge ${free}.`,
    `If you cancel later, the salon keeps ${shareText(late_cancel_percent)}.`,
    `If you do not come, the salon keeps ${shareText(no_show_percent)}.`,
  ].join(' ')
}

function shareText(percent: string): string {
  if (Number(percent) === 0) return 'nothing'
  return Number(percent) === 100 ? 'the whole deposit' : `${percent} % of the deposit`
}
