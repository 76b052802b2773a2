import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChosenStore } from '#lib/chosen-store.ts'
import { today } from '#lib/format.ts'

export const periods = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'own', label: 'Custom' },
] as const

const DAY_MS = 86_400_000

type Period = (typeof periods)[number]['value']

/** The scope of a report: whole days, and the store, location and currency to which it is limited. */
export type About = {
  from: string
  to: string
  store_id?: number
  pincode?: string
  location_id?: number
  currency?: string
}

/**
 * Returns the scope that the URL names; `chosenStore` is the store that an owner has selected for every page, or empty.
 */
export function aboutOf(
  search: Readonly<Record<string, string | undefined>>,
  { chosenStore, now }: { chosenStore: string; now: number },
): { period: Period; about: About } {
  const daysAgo = (days: number) => today(now - days * DAY_MS)
  const period = periods.find(({ value }) => value === search.period)?.value ?? '30'
  const [ownFrom, ownTo] = period === 'own' ? [dayIn(search.from), dayIn(search.to)] : []
  const from = ownFrom ?? daysAgo(period === 'own' ? 29 : Number(period) - 1)
  const to = ownTo ?? daysAgo(0)
  const storeId = idIn(chosenStore || search.store)
  const locationId = idIn(search.location)
  return {
    period,
    about: {
      from,
      to: to < from ? from : to,
      ...(storeId && { store_id: storeId }),
      ...(search.pincode && { pincode: search.pincode }),
      ...(locationId && { location_id: locationId }),
      ...(search.currency && { currency: search.currency }),
    },
  }
}

function dayIn(text: string | undefined): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? text : undefined
}

function idIn(text: string | undefined): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined
}

/** Reads the scope of a report from the URL and writes it back. */
export function useAbout() {
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const [chosenStore] = useChosenStore()
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string>) => ({ ...before, ...changed }) as never,
      replace: true,
      resetScroll: false,
    })
  return { ...aboutOf(search, { chosenStore, now: Date.now() }), change, search }
}

/** Returns the scope of a report as filters of the dashboard tables that list its orders. */
export function filtersOf(
  { from, to, store_id, pincode, location_id }: About,
  currency: string | undefined,
): Record<string, string> {
  return {
    day: `${from}..${to}`,
    ...(store_id && { store: String(store_id) }),
    ...(location_id && { location: String(location_id) }),
    ...(pincode && { pincode }),
    ...(currency && { currency }),
  }
}
