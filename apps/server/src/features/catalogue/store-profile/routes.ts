import { wireMoney } from '@nukkad/rules/money.ts'
import { readStores } from '#features/catalogue/stores/read-stores.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { listTexts } from '#platform/settings/prepared.ts'
import { findPage } from '#platform/settings/queries.ts'
import { readStoreGateways, saveStoreGateways } from './gateways.ts'
import { readHours, saveHours } from './hours.ts'
import { changeStorePicture, pauseOwnStore, readOwnStore, toggleOwnStore, updateOwnStore } from './profile.ts'
import { readFigures } from './queries.ts'

export const storeProfileRoutes = routes({
  'store-owner/dashboard': async (context) => {
    const { db, input, session } = context
    await requireOwn(context)
    const [[store], numbers] = await Promise.all([
      readStores(db, [input.store_id]),
      readFigures(db, { storeId: input.store_id, ownerId: session.userId }),
    ])
    const { currency } = store!
    return {
      store: store!,
      restaurantsCount: numbers.stores,
      ordersCount: numbers.orders,
      orderItemsCount: numbers.units,
      totalEarning: grouped(wireMoney(numbers.earned_minor, currency)),
      newOrdersIds: numbers.new_ids,
      todayOrdersCount: numbers.today_orders,
      todayEarning: grouped(wireMoney(numbers.today_earned_minor, currency)),
      topItemsToday: numbers.top_items.map(({ item_id, name, price_minor, quantity }) => ({
        item_id,
        name,
        price: wireMoney(BigInt(price_minor), currency),
        qty: quantity,
      })),
      inactiveItemCount: numbers.inactive_items,
    }
  },

  'store-owner/toggle-store-status': async (context) => {
    await requireOwn(context)
    return toggleOwnStore(context)
  },

  'store-owner/pause-store': async (context) => {
    await requireOwn(context)
    return pauseOwnStore(context)
  },

  'store-owner/get-store-page': async ({ input, db }) => (await findPage(db, input.slug)) ?? null,

  'store-owner/get-all-language': async ({ settings }) => settings.languages().map(({ code }) => code),

  'store-owner/get-single-language': async ({ input, services }) => {
    const language = services.settings.languages().find(({ code }) => code === input.code)
    return language ? listTexts(services, language.id) : {}
  },

  'store-owner/get-hours': async (context) => {
    await requireOwn(context)
    return readHours(context.db, context.input.store_id)
  },

  'store-owner/save-hours': async (context) => {
    await requireOwn(context)
    return saveHours(context)
  },

  'store-owner/get-store': async (context) => {
    await requireOwn(context)
    return readOwnStore(context.db, context.input.store_id)
  },

  'store-owner/update-store': async (context) => {
    await requireOwn(context)
    return updateOwnStore(context)
  },

  'store-owner/update-store-image': async (context) => {
    await requireOwn(context)
    return changeStorePicture(context)
  },

  'store-owner/get-payment-gateways': async (context) => {
    await requireOwn(context)
    return readStoreGateways(context.services, context.input.store_id)
  },

  'store-owner/save-payment-gateways': async (context) => {
    await requireOwn(context)
    return saveStoreGateways(context)
  },
})

type ProfileCall =
  | 'store-owner/dashboard'
  | 'store-owner/toggle-store-status'
  | 'store-owner/pause-store'
  | 'store-owner/get-hours'
  | 'store-owner/save-hours'
  | 'store-owner/get-store'
  | 'store-owner/update-store'
  | 'store-owner/update-store-image'
  | 'store-owner/get-payment-gateways'
  | 'store-owner/save-payment-gateways'

async function requireOwn({ db, input, session }: Pick<CallContext<ProfileCall>, 'db' | 'input' | 'session'>) {
  await requireOwnStore(db, session, input.store_id)
}

/** Adds thousands separators: "1,234.00". */
function grouped(figure: string): string {
  return figure.replace(/\d(?=(\d{3})+\.)/g, '$&,')
}
