import { getSalon } from '#features/bookings/salon/get-salon.ts'
import { readTakingsOf } from '#features/bookings/visits/takings.ts'
import { routes } from '#http/calls.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { presentReport } from './present.ts'
import { countOutcomes, countReturning, listSold, readUse, sumGuestGoods } from './queries.ts'

export const salonReportRoutes = routes({
  'dashboard/bookings/report': async ({ db, session, input }) => {
    const { store_id: storeId, from, to, weeks } = input
    await requireOwnStore(db, session, storeId)
    const { currency, time_zone: timeZone } = await getSalon(db, storeId)
    const period = { storeId, from, to, timeZone }
    const [used, outcomes, sold, goods, takings, returning] = await Promise.all([
      readUse(db, period),
      countOutcomes(db, period, currency),
      listSold(db, period, currency),
      sumGuestGoods(db, period, currency),
      readTakingsOf(db, { ...period, currency }),
      countReturning(db, period, weeks),
    ])
    return presentReport(period, { currency, used, outcomes, sold, goods, takings, returning })
  },
})
