import type { Input } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { type CallContext, routes, type Services } from '#http/calls.ts'
import {
  allowSeconds,
  comparePromises,
  countHours,
  countOpenOrders,
  type Figures,
  type InCurrency,
  listCohorts,
  listCurrencies,
  listRiderTimes,
  listTopItems,
  listTopStores,
  readChecklist,
  readDays,
  sumDays,
  sumFigures,
  sumReferrals,
} from './queries.ts'
import type { About } from './sums.ts'

const DAY_MS = 86_400_000
const HOME_DAYS = 7
/** What one statement of a report may take. */
const PATIENCE_SECONDS = 20

export const reportRoutes = routes({
  'dashboard/reports/sales': async (context) =>
    readAtOnce(context.db, async (db) => {
      const about = aboutOf(context, context.input)
      const { currency, currencies } = await chooseCurrency({ ...context, db }, about)
      const scope = { ...about, currency }
      const sales = await readSales(db, scope)
      const stores = (await listTopStores(db, scope)).map((row) => ({ ...row, sales: wireMoney(row.sales, currency) }))
      return { success: true, ...sales, currencies, stores }
    }),

  'dashboard/reports/service': async (context) =>
    readAtOnce(context.db, async (db) => {
      const about = aboutOf(context, context.input)
      return { success: true, promise: await comparePromises(db, about), riders: await listRiderTimes(db, about) }
    }),

  'dashboard/reports/customers': async (context) =>
    readAtOnce(context.db, async (db) => {
      const about = aboutOf(context, context.input)
      const { currency } = await chooseCurrency({ ...context, db }, about)
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

  'dashboard/home': async ({ session, ...services }) => {
    const isOwner = session.audience === 'store-owner'
    const may = (permission: 'dashboard_view' | 'order_view' | 'settings_manage') =>
      session.permissions.includes(permission)
    return readAtOnce(services.db, async (db) => ({
      success: true,
      sales: isOwner || may('dashboard_view') ? await readWeek({ ...services, db }, session.stores) : null,
      open_orders: isOwner || may('order_view') ? await countOpenOrders(db, session.stores) : null,
      checklist: may('settings_manage') ? await readChecklist(db) : null,
    }))
  },
})

/**
 * All sums of one report are those of one moment, and a report takes one connection, however many there are. A year of
 * a large shop may take longer than a call of a customer.
 */
async function readAtOnce<Answer>(db: Db, read: (db: Db) => Promise<Answer>): Promise<Answer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await allowSeconds(tx, PATIENCE_SECONDS)
      return read(tx)
    })
}

async function readWeek(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  stores: About['stores'],
) {
  const { timeZone } = config
  const days = await readDays(db, { timeZone, back: HOME_DAYS - 1 })
  const about = { ...days, timeZone, stores }
  const { currency } = await chooseCurrency({ db, settings }, about)
  return { ...days, ...(await readSales(db, { ...about, currency })) }
}

function aboutOf(
  { config, session }: Pick<CallContext<'dashboard/reports/sales'>, 'config' | 'session'>,
  { from, to, store_id, pincode, location_id }: Input<'dashboard/reports/sales'>,
): About {
  const place = { storeId: store_id, pincode, locationId: location_id }
  return { from, to, timeZone: config.timeZone, stores: session.stores, ...place }
}

async function chooseCurrency(
  {
    db,
    settings,
    input,
  }: Pick<CallContext<'dashboard/reports/sales'>, 'db' | 'settings'> & {
    input?: { currency?: string | null | undefined }
  },
  about: About,
): Promise<{ currency: string; currencies: string[] }> {
  const currencies = await listCurrencies(db, about)
  return { currency: input?.currency ?? currencies[0] ?? settings.get('currencyId'), currencies }
}

/** The period beside the one of the same length that ends the day before it begins. */
async function readSales(db: Db, about: InCurrency) {
  const { currency } = about
  const now = await sumFigures(db, about)
  const before = await sumFigures(db, { ...about, ...periodBefore(about) })
  const days = await sumDays(db, about)
  const items = await listTopItems(db, about)
  return {
    currency,
    now: presentFigures(now, currency),
    before: presentFigures(before, currency),
    days: days.map((row) => ({ ...row, sales: wireMoney(row.sales, currency) })),
    hours: await countHours(db, about),
    items: items.map((row) => ({ ...row, sales: wireMoney(row.sales, currency) })),
  }
}

export function periodBefore({ from, to }: Pick<About, 'from' | 'to'>): Pick<About, 'from' | 'to'> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const back = (day: string, by: number) => new Date(Date.parse(day) - by * DAY_MS).toISOString().slice(0, 10)
  return { from: back(from, days), to: back(from, 1) }
}

function presentFigures({ sales, orders, kept, cancelled, newCustomers }: Figures, currency: string) {
  return {
    sales: wireMoney(sales, currency),
    orders,
    average: kept === 0 ? null : wireMoney((sales * 2n + BigInt(kept)) / (2n * BigInt(kept)), currency),
    new_customers: newCustomers,
    cancelled,
  }
}
