import type { Output } from '@nukkad/contract/contract.ts'
import { type Currency, wireMoney } from '@nukkad/rules/money.ts'
import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import type { ResourceSetup, SalonSetup, ServiceSetup, StylistSetup } from './queries.ts'
import { usualTerms } from './terms.ts'

type Setup = Output<'dashboard/bookings/salon'>

/** Returns the setup of a salon for the wire. Only owners see commission rates. */
export function presentSetup(setup: SalonSetup, isOwner: boolean): Setup {
  const { currency, time_zone, accounts } = setup
  return {
    success: true,
    currency,
    time_zone,
    stylists: setup.stylists.map((stylist) => presentStylist(stylist, { currency, isOwner })),
    resources: setup.resources.map(presentResource),
    services: setup.services.map((service) => presentService(service, currency)),
    terms: presentTerms(setup),
    accounts,
  }
}

/** Returns a person for the wire. */
export function presentStylist(
  row: StylistSetup,
  { currency, isOwner }: { currency: Currency; isOwner: boolean },
): Setup['stylists'][number] {
  const { weekly, exceptions = {} } = openingHoursOf(row.hours)
  return {
    id: row.id,
    name: row.name,
    image: row.image,
    user_id: row.user_id,
    position: row.position,
    is_active: row.is_active ? 1 : 0,
    hours: Object.fromEntries(weekdays.map((name) => [name, [...(weekly[name] ?? [])]])),
    exceptions: Object.entries(exceptions).map(([date, windows]) => ({ date, windows: [...windows] })),
    commission: isOwner ? presentRate(row.commission_basis_points) : null,
    services: row.services.map(({ item_id, price_minor, minutes, commission_basis_points }) => ({
      item_id,
      price: price_minor === null ? null : moneyOfJson(price_minor, currency),
      minutes,
      commission: isOwner && commission_basis_points !== null ? presentRate(commission_basis_points) : null,
    })),
    absences: row.absences.map((absence) => ({
      ...absence,
      starts_at: new Date(absence.starts_at).toISOString(),
      ends_at: new Date(absence.ends_at).toISOString(),
    })),
  }
}

const presentRate = (basisPoints: number): string => (basisPoints / 100).toFixed(2)

export function presentResource(row: ResourceSetup): Setup['resources'][number] {
  return { ...row, is_active: row.is_active ? 1 : 0 }
}

export function presentService(row: ServiceSetup, currency: Currency): Setup['services'][number] {
  const { price_minor, deposit_value, segments, ...rest } = row
  return {
    ...rest,
    price: moneyOfJson(price_minor, currency),
    deposit_value: row.deposit_kind === 'amount' ? moneyOfJson(deposit_value, currency) : String(deposit_value),
    segments: segments.map(({ minutes, needsStylist, resourceKind }) => ({
      minutes,
      needs_stylist: needsStylist,
      resource_kind: resourceKind,
    })),
  }
}

export function presentTerms({ terms }: SalonSetup): Setup['terms'] {
  const { step_minutes, horizon_days, lead_minutes, no_show_grace_minutes, objection_hours, reminder_hours } =
    terms ?? usualTerms
  return { step_minutes, horizon_days, lead_minutes, no_show_grace_minutes, objection_hours, reminder_hours }
}

/**
 * Returns an amount from JSON, where amounts are numbers. Amounts are far below 2^53, from which numbers are no longer
 * exact.
 */
function moneyOfJson(minor: number, currency: Currency): string {
  return wireMoney(BigInt(minor), currency)
}
