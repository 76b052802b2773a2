import type { Input } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import {
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

export const reportRoutes = routes({
  'dashboard/reports/sales': async (context) => {
    const about = aboutOf(context, context.input)
    const { currency, currencies } = await chooseCurrency(context, about)
    const scope = { ...about, currency }
    const [sales, stores] = await Promise.all([readSales(context.db, scope), listTopStores(context.db, scope)])
    return {
      success: true,
      ...sales,
      currencies,
      stores: stores.map((row) => ({ ...row, sales: wireMoney(row.sales, currency) })),
    }
  },

  'dashboard/reports/service': async (context) => {
    const about = aboutOf(context, context.input)
    const [promise, riders] = await Promise.all([comparePromises(context.db, about), listRiderTimes(context.db, about)])
    return { success: true, promise, riders }
  },

  'dashboard/reports/customers': async (context) => {
    const { db, session, input } = context
    const about = aboutOf(context, input)
    const { currency } = await chooseCurrency(context, about)
    const [cohorts, referrals] = await Promise.all([
      listCohorts(db, about),
      session.audience === 'staff' ? sumReferrals(db, { ...about, currency }) : null,
    ])
    return {
      success: true,
      currency,
      cohorts,
      referrals: referrals && {
        ...referrals,
        sales: wireMoney(referrals.sales, currency),
        rewards: wireMoney(referrals.rewards, currency),
        commissions: wireMoney(referrals.commissions, currency),
      },
    }
  },

  'dashboard/home': async (context) => {
    const { db, session, config } = context
    const isOwner = session.audience === 'store-owner'
    const may = (permission: 'dashboard_view' | 'order_view' | 'settings_manage') =>
      session.permissions.includes(permission)
    const [sales, openOrders, checklist] = await Promise.all([
      isOwner || may('dashboard_view') ? readHomeSales(context) : null,
      isOwner || may('order_view') ? countOpenOrders(db, session.stores) : null,
      may('settings_manage') ? readChecklist(db) : null,
    ])
    return { success: true, sales, open_orders: openOrders, checklist }

    async function readHomeSales({ settings }: Pick<typeof context, 'settings'>) {
      const days = await readDays(db, { timeZone: config.timeZone, back: HOME_DAYS - 1 })
      const about = { ...days, timeZone: config.timeZone, stores: session.stores }
      const { currency } = await chooseCurrency({ db, settings }, about)
      return { ...days, ...(await readSales(db, { ...about, currency })) }
    }
  },
})

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
  const [now, before, days, hours, items] = await Promise.all([
    sumFigures(db, about),
    sumFigures(db, { ...about, ...periodBefore(about) }),
    sumDays(db, about),
    countHours(db, about),
    listTopItems(db, about),
  ])
  return {
    currency,
    now: presentFigures(now, currency),
    before: presentFigures(before, currency),
    days: days.map((row) => ({ ...row, sales: wireMoney(row.sales, currency) })),
    hours,
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
