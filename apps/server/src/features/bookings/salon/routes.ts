import { listCoveredVisits } from '#features/bookings/visits/covered-visits.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { isOwnerOf, requireOwnStore } from '#platform/access/own-store.ts'
import { showPicture } from '#platform/pictures/save-picture.ts'
import { applyPeople, previewPeople } from './import-people.ts'
import { savePictureOfStylist } from './picture.ts'
import { presentSetup, presentTerms } from './present.ts'
import { deleteAbsence, deleteResource, deleteService, deleteStylist, readSetup, upsertTerms } from './queries.ts'
import { readSavedResource, readSavedService, readSavedStylist } from './read-saved.ts'
import { addAbsence, openSalon, requireRatesKept, saveResource, saveService, saveStylist } from './save-salon.ts'

const done = { success: true } as const

export const salonRoutes = routes({
  'dashboard/bookings/salon': async ({ db, session, input: { store_id: storeId } }) => {
    await requireOwnStore(db, session, storeId)
    return presentSetup(await readSetup(db, storeId), isOwnerOf(session, storeId))
  },

  'dashboard/bookings/stylists/save': { write: saveStylist, present: readSavedStylist },

  'dashboard/bookings/stylists/picture': savePictureOfStylist,

  'dashboard/bookings/stylists/delete': {
    write: async ({ tx, session, input: { store_id: storeId, id }, audit }) => {
      const { stylists } = await openSalon(tx, session, storeId)
      if (!(await deleteStylist(tx, { storeId, id }))) throw new AppError('NOT_FOUND')
      const stylist = stylists.find((one) => one.id === id)
      await showPicture(tx, { storeId, path: null, before: stylist?.image ?? null })
      const before = { name: stylist?.name }
      await audit('stylist.deleted', { object: { type: 'stylist', id }, before })
      return done
    },
  },

  'dashboard/bookings/people-import/preview': previewPeople,
  'dashboard/bookings/people-import/apply': { write: applyPeople },

  'dashboard/bookings/absences/save': {
    write: async (context) => {
      const { id, startsAt, endsAt } = await addAbsence(context)
      const { store_id: storeId, stylist_id: stylistId, reason } = context.input
      return {
        success: true,
        absence: { id, starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString(), reason },
        visits: await listCoveredVisits(context.tx, { storeId, stylistId, startsAt, endsAt }),
      }
    },
    present: async ({ tx, input }, stored) => {
      const { stylists } = await readSetup(tx, input.store_id)
      const absences = stylists.flatMap((stylist) => stylist.absences)
      return absences.some(({ id }) => id === stored.absence.id) ? stored : undefined
    },
  },

  'dashboard/bookings/absences/delete': {
    write: async ({ tx, session, input: { store_id: storeId, id }, audit }) => {
      await openSalon(tx, session, storeId)
      const deleted = await deleteAbsence(tx, { storeId, id })
      if (!deleted) throw new AppError('NOT_FOUND')
      const before = { absence: id, starts_at: deleted.starts_at, ends_at: deleted.ends_at }
      await audit('absence.deleted', { object: { type: 'stylist', id: deleted.stylist_id }, before })
      return done
    },
  },

  'dashboard/bookings/resources/save': { write: saveResource, present: readSavedResource },

  'dashboard/bookings/resources/delete': {
    write: async ({ tx, session, input: { store_id: storeId, id }, audit }) => {
      const { resources } = await openSalon(tx, session, storeId)
      if (!(await deleteResource(tx, { storeId, id }))) throw new AppError('NOT_FOUND')
      const before = resources.find((one) => one.id === id)
      await audit('resource.deleted', { object: { type: 'resource', id }, ...(before && { before }) })
      return done
    },
  },

  'dashboard/bookings/services/save': { write: saveService, present: readSavedService },

  'dashboard/bookings/services/delete': {
    write: async ({ tx, session, input: { store_id: storeId, item_id: itemId }, audit }) => {
      const setup = await openSalon(tx, session, storeId)
      for (const stylist of setup.stylists) {
        const kept = stylist.services.filter(({ item_id }) => item_id !== itemId)
        requireRatesKept({ session, storeId, setup }, stylist, kept)
      }
      if (!(await deleteService(tx, { storeId, itemId }))) throw new AppError('NOT_FOUND')
      const before = setup.services.find((one) => one.item_id === itemId)
      await audit('service.deleted', { object: { type: 'item', id: itemId }, ...(before && { before }) })
      return done
    },
  },

  'dashboard/bookings/terms/save': {
    write: async ({ tx, session, input, audit }) => {
      const { store_id: storeId, token: _token, user_id: _userId, ...terms } = input
      const setup = await openSalon(tx, session, storeId)
      await upsertTerms(tx, storeId, terms)
      const after = presentTerms({ ...setup, terms })
      await audit('booking_terms.updated', {
        object: { type: 'store', id: storeId },
        before: presentTerms(setup),
        after,
      })
      return { success: true, terms: after }
    },
  },
})
