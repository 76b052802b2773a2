import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { cancelOwnVisit, moveOwnVisit } from './change-visit.ts'
import { holdVisit } from './hold-visit.ts'
import { deleteHold, findOwnVisit, listOwnVisits } from './queries.ts'
import { readOwnVisits } from './read-own-visits.ts'
import { readFreeTimes, readSalonServices } from './read-times.ts'

export const visitRoutes = routes({
  'salon-services': async ({ db, input }) => readSalonServices(db, input.store_id),

  'free-times': async ({ db, input, session, settings }) =>
    readFreeTimes(db, settings, { input, userId: session?.audience === 'customer' ? session.userId : null }),

  'hold-visit': holdVisit,

  'release-hold': {
    write: async ({ tx, input, session }) => {
      const visit = await findOwnVisit(tx, { number: input.unique_visit_id, userId: session.userId })
      if (!visit) throw new AppError('VISIT_UNKNOWN')
      if (!(await deleteHold(tx, visit.id))) throw new AppError('VISIT_CLOSED')
      return { success: true }
    },
  },

  'my-visits': async ({ db, session }) => ({
    success: true,
    visits: await readOwnVisits(db, await listOwnVisits(db, session.userId)),
  }),

  visit: async ({ db, input, session }) => {
    const visit = await findOwnVisit(db, { number: input.unique_visit_id, userId: session.userId })
    if (!visit) throw new AppError('VISIT_UNKNOWN')
    const [shown] = await readOwnVisits(db, [visit])
    return { success: true, visit: shown! }
  },

  'move-visit': moveOwnVisit,

  'cancel-visit': { write: cancelOwnVisit },
})
