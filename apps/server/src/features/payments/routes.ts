import { routes } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { findSellingStore } from './queries.ts'

/** Ids of the wire's gateway rows; there is no table of them, since providers come from settings (INT-22). */
const CASH_ID = 1

export const paymentRoutes = routes({
  'get-payment-gateways': async ({ input, db, settings, config, request }) => {
    const store = await findSellingStore(db, input.restaurant_id)
    if (!store) return []
    const cash = {
      id: CASH_ID,
      name: 'COD',
      description: settings.text('checkoutCodSubText', {}, request.language),
      logo: null,
      is_active: 1 as const,
      created_at: wireTime(store.created_at, config.timeZone),
      updated_at: wireTime(store.updated_at, config.timeZone),
    }
    // A store that only lets people collect takes cash only where the counter may.
    const takesCash = store.delivery_type !== 2 || settings.isOn('enCODonSF')
    return takesCash ? [cash] : []
  },
})
