import { useNavigate, useSearch } from '@tanstack/react-router'
import { useChosenStore } from '#lib/chosen-store.ts'

export const periods = [
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'own', label: 'Own' },
] as const

const DAY_MS = 86_400_000

/** Today in the browser's zone, which is that of the shop for who works there. */
function today(back = 0): string {
  return new Intl.DateTimeFormat('sv-SE').format(new Date(Date.now() - back * DAY_MS))
}

/** What a report is about, read from the address and written into it. */
export function useAbout() {
  const search = useSearch({ strict: false }) as Record<string, string>
  const navigate = useNavigate()
  const period = periods.find(({ value }) => value === search.period)?.value ?? '30'
  const isOwn = period === 'own'
  const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')
  const from = isOwn ? (isDay(search.from) ? search.from : today(29)) : today(Number(period) - 1)
  const to = isOwn && isDay(search.to) ? search.to : today()
  const [chosen] = useChosenStore()
  const store = chosen || (search.store ?? '')
  const storeId = /^[1-9]\d{0,8}$/.test(store) ? Number(store) : undefined
  const locationId = /^[1-9]\d{0,8}$/.test(search.location ?? '') ? Number(search.location) : undefined
  const change = (changed: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string>) => ({ ...before, ...changed }) as never,
      replace: true,
      resetScroll: false,
    })
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
    change,
    search,
  }
}

type About = ReturnType<typeof useAbout>['about']

/** The same as filters of the tables behind the report. */
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
