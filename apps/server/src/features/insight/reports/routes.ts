import type { Input } from '@nukkad/contract/contract.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { allowSeconds, type Db } from '#db/connection.ts'
import { type CallContext, routes, type Services } from '#http/calls.ts'
import { hasInStore, storesWith } from '#http/store-work.ts'
import { listAlarms } from '#platform/alarms/raise-alarm.ts'
import {
  allowMemory,
  comparePromises,
  countNewCustomers,
  countOpenOrders,
  listCohorts,
  listCurrencies,
  listRiderTimes,
  listTopItems,
  listTopStores,
  readChecklist,
  readDays,
  type Sum,
  sumReferrals,
  sumTimes,
} from './queries.ts'
import type { About } from './totals.ts'

const DAY_MS = 86_400_000
const HOME_DAYS = 7
/** Seconds that one statement of a report may take, because every answer must come within 15 s. */
const PATIENCE_SECONDS = 14

export const reportRoutes = routes({
  'dashboard/reports/sales': async (context) =>
    readAtOnce(context.db, async (db) => {
      const about = aboutOf(context, context.input)
      const { currencies, ...sales } = await readSales({ db, settings: context.settings, input: context.input }, about)
      const { currency } = sales
      const stores = await listTopStores(db, { ...about, currency })
      const requestsToPresent = stores.map((row) => ({ ...row, sales: wireMoney(row.sales, currency) }))
      return { success: true, ...sales, currencies, stores: requestsToPresent }
    }),

  'dashboard/reports/service': async (context) =>
    readAtOnce(context.db, async (db) => {
      const about = aboutOf(context, context.input)
      return { success: true, promise: await comparePromises(db, about), riders: await listRiderTimes(db, about) }
    }),

  'dashboard/reports/customers': async (context) =>
    readAtOnce(context.db, async (db) => {
      const about = aboutOf(context, context.input)
      const currency = chooseCurrency(context, await listCurrencies(db, about))
      const isStaff = context.session.audience === 'staff'
      const referrals = isStaff ? await sumReferrals(db, { ...about, currency }) : null
      return {
        success: true,
        currency,
        cohorts: await listCohorts(db, about),
        referrals: referrals && {
          ...referrals,
          sales: wireMoney(referrals.sales, currency),
          rewards: wireMoney(referrals.rewards, currency),
          commissions: wireMoney(referrals.commissions, currency),
        },
      }
    }),

  'dashboard/home': async ({ session, input, services }) => {
    const isOwner = session.audience === 'store-owner'
    const may = (permission: 'dashboard_view' | 'order_view' | 'settings_manage') =>
      session.permissions.includes(permission)
    const { work } = session
    const rights = { sales: { permission: 'reports_view' }, orders: { permission: 'order_view' } } as const
    const seesSales = isOwner ? hasInStore(work, rights.sales) : may('dashboard_view')
    const seesOrders = isOwner ? hasInStore(work, rights.orders) : may('order_view')
    const stores = ofOne(storesWith(session, rights.sales), input.store_id)
    const ordersOf = ofOne(storesWith(session, rights.orders), input.store_id)
    return readAtOnce(services.db, async (db) => {
      const sales = seesSales
        ? await readWeek({ db, settings: services.settings, config: services.config }, stores)
        : null
      return {
        success: true,
        sales,
        today: isOwner || stores !== 'all' ? null : readToday(services.settings, sales),
        open_orders: seesOrders ? await countOpenOrders(db, ordersOf) : null,
        alarms: isOwner ? [] : await listAlarms(db, session.permissions),
        checklist: may('settings_manage') ? await readChecklist(db) : null,
      }
    })
  },
})

/**
 * Reads all totals of one report in one snapshot on one connection. The time limit of a report's statement is longer
 * than that of a customer's call, because a year of a large shop takes long to read.
 */
async function readAtOnce<Answer>(db: Db, read: (db: Db) => Promise<Answer>): Promise<Answer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await allowMemory(tx)
      return allowSeconds(tx, PATIENCE_SECONDS, () => read(tx))
    })
}

async function readWeek(services: Pick<Services, 'db' | 'settings' | 'config'>, stores: About['stores']) {
  const { timeZone } = services.config
  const days = await readDays(services.db, { timeZone, back: HOME_DAYS - 1 })
  const { currencies: _, ...sales } = await readSales(services, { ...days, timeZone, stores })
  return { ...days, ...sales }
}

/** Returns the chosen store if the reader may see it; otherwise no store. */
function ofOne(stores: About['stores'], storeId: number | null | undefined): About['stores'] {
  if (storeId == null) return stores
  return stores === 'all' || stores.includes(storeId) ? [storeId] : []
}

/** Compares today's sales with the daily goal. A shop that sells mostly in another currency has no daily goal. */
function readToday(settings: Services['settings'], week: Awaited<ReturnType<typeof readWeek>> | null) {
  const currency = settings.get('currencyId')
  const target = parseMoney(settings.get('adminDailyTargetRevenue'), currency)
  const sold = week?.days.at(-1)?.sales
  if (!target || sold === undefined || week?.currency !== currency) return null
  return { sold, target: wireMoney(target, currency), currency }
}

function aboutOf(
  { config, session }: Pick<CallContext<'dashboard/reports/sales'>, 'config' | 'session'>,
  { from, to, store_id, pincode, location_id }: Input<'dashboard/reports/sales'>,
): About {
  const place = { storeId: store_id, pincode, locationId: location_id }
  return { from, to, timeZone: config.timeZone, stores: session.stores, ...place }
}

type Asked = Pick<CallContext<'dashboard/reports/sales'>, 'db' | 'settings'> & {
  input?: { currency?: string | null | undefined }
}

/** Returns the requested currency, or else the first currency of the orders. */
function chooseCurrency({ settings, input }: Asked, currencies: string[]): string {
  return input?.currency ?? currencies[0] ?? settings.get('currencyId')
}

/** Reads a period, and the period of the same length that ends on the day before it. */
async function readSales(asked: Asked, about: About) {
  const { db } = asked
  const before = periodBefore(about)
  const sums = await sumTimes(db, about, before.from)
  const ofDays = sums.filter(({ day }) => day !== null)
  const currencies = countedCurrencies(ofDays.filter(({ day }) => day! >= about.from))
  const currency = chooseCurrency(asked, currencies)
  const own = ofDays.filter((sum) => sum.currency === currency)
  const newCustomers = await countNewCustomers(db, about, before.from)
  const items = await listTopItems(db, { ...about, currency })
  return {
    currency,
    currencies,
    now: presentFigures(
      own.filter(({ day }) => day! >= about.from),
      newCustomers.now,
      currency,
    ),
    before: presentFigures(
      own.filter(({ day }) => day! < about.from),
      newCustomers.before,
      currency,
    ),
    days: presentDays(own, about, currency),
    hours: presentHours(sums.filter((sum) => sum.hour !== null && sum.currency === currency)),
    items: items.map((row) => ({ ...row, sales: wireMoney(row.sales, currency) })),
  }
}

/** Returns the currencies, the one with the most orders first. */
function countedCurrencies(days: Sum[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, orders } of days) counts.set(currency, (counts.get(currency) ?? 0) + orders)
  return [...counts].toSorted(([a, most], [b, count]) => count - most || (a < b ? -1 : 1)).map(([currency]) => currency)
}

/** Returns every day of the period, including days without sales. */
function presentDays(sums: Sum[], { from, to }: About, currency: string) {
  const byDay = new Map(sums.map((sum) => [sum.day, sum]))
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, at) => {
    const day = dayAfter(from, at)
    const { sales = 0n, orders = 0, cancelled = 0 } = byDay.get(day) ?? {}
    return { day, sales: wireMoney(sales, currency), orders, cancelled }
  })
}

function presentHours(sums: Sum[]) {
  const byHour = new Map(sums.map((sum) => [sum.hour, sum.orders]))
  return Array.from({ length: 24 }, (_, hour) => ({ hour, orders: byHour.get(hour) ?? 0 }))
}

export function periodBefore({ from, to }: Pick<About, 'from' | 'to'>): Pick<About, 'from' | 'to'> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: dayAfter(from, -days), to: dayAfter(from, -1) }
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function presentFigures(days: Sum[], newCustomers: number, currency: string) {
  const sales = days.reduce((sum, day) => sum + day.sales, 0n)
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const cancelled = days.reduce((sum, day) => sum + day.cancelled, 0)
  const kept = BigInt(orders - cancelled)
  return {
    sales: wireMoney(sales, currency),
    orders,
    average: kept === 0n ? null : wireMoney((sales * 2n + kept) / (2n * kept), currency),
    new_customers: newCustomers,
    cancelled,
  }
}
