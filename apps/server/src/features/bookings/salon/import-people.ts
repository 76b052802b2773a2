import type { Output } from '@nukkad/contract/contract.ts'
import { parseMoney } from '@nukkad/rules/money.ts'
import {
  type FilePerson,
  MAX_PEOPLE_ROWS,
  neededPeopleColumns,
  type PeopleColumn,
  peopleColumns,
} from '@nukkad/rules/people-file.ts'
import type { Tx } from '#db/connection.ts'
import { openingHoursOf } from '#features/catalogue/stores/opening-hours.ts'
import type { CallContext, WriteContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { type FileShape, type Problem, previewOf, readTableFile } from '#http/read-table-file.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { type PlannedPerson, planPeople } from './plan-people.ts'
import { presentSetup } from './present.ts'
import { readSetup, replaceStylistHours, replaceStylistServices, type SalonSetup, upsertStylist } from './queries.ts'
import { openSalon, requireRatesKept } from './save-salon.ts'

type Preview = 'dashboard/bookings/people-import/preview'
type Apply = 'dashboard/bookings/people-import/apply'

const peopleFile: FileShape<PeopleColumn> = {
  columnOf: (head) => peopleColumns.find((column) => column === head.toLowerCase()),
  needed: neededPeopleColumns,
  mostRows: MAX_PEOPLE_ROWS,
  tooLong: 'fieldFileTooLong',
}

/**
 * Previews the changes of a file without making them.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, and the errors of `readTableFile`
 */
export async function previewPeople({
  db,
  input: { store_id: storeId },
  session,
  request,
  settings,
}: CallContext<Preview>): Promise<Output<Preview>> {
  await requireOwnStore(db, session, storeId)
  const { rows, planned, problems } = planOf(await readSetup(db, storeId), request.picture)
  return {
    success: true,
    ...previewOf(
      { rows, planned, problems },
      {
        textOf: (reason) => settings.text(reason, {}, request.language),
        show: ({ row, does, fields: { name }, changed }) => ({ row, does, name, changed }),
      },
    ),
  }
}

/**
 * Makes the changes of a file, all of them or none. The file is compared with the salon again, because the salon may
 * have changed since the preview.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, INVALID_INPUT for a file with errors, PERMISSION_MISSING for a manager
 *   whose file drops a separate commission rate of a service, and the errors of `readTableFile`
 */
export async function applyPeople({
  tx,
  input: { store_id: storeId },
  session,
  request,
  audit,
}: WriteContext<Apply>): Promise<Output<Apply>> {
  const setup = await openSalon(tx, session, storeId)
  const { planned, problems } = planOf(setup, request.picture)
  if (problems.length > 0) throw new AppError('INVALID_INPUT', { fields: { file: 'fieldInvalid' } })
  const before = inFull(setup)
  const ids: number[] = []
  for (const person of planned.filter(({ does }) => does !== 'nothing')) {
    const old = setup.stylists.find(({ id }) => id === person.id)
    requireRatesKept({ session, storeId, setup }, old, person.fields.services)
    ids.push(await storePerson(tx, { storeId, setup }, person))
  }
  const { stylists } = inFull(await readSetup(tx, storeId))
  for (const after of stylists.filter(({ id }) => ids.includes(id))) {
    const old = before.stylists.find(({ id }) => id === after.id)
    const object = { type: 'stylist', id: after.id }
    await audit(old ? 'stylist.updated' : 'stylist.created', { object, ...(old && { before: old }), after })
  }
  const count = (wanted: PlannedPerson['does']) => planned.filter(({ does }) => does === wanted).length
  return { success: true, added: count('add'), changed: count('change') }
}

/** Reads a file and compares it with a salon. */
function planOf(
  setup: SalonSetup,
  file: Buffer | undefined,
): { rows: number; planned: PlannedPerson[]; problems: readonly Problem[] } {
  if (!file) throw new AppError('INVALID_INPUT', { fields: { file: 'fieldFileMissing' } })
  const { rows, problems: inHead } = readTableFile(file, peopleFile)
  const { currency, stylists: people, services } = inFull(setup)
  const { planned, problems } = planPeople(rows, { currency, people: people.map(fileFields), services })
  // If a column is missing, returns only that error, because the missing column would cause the same error in every
  // row.
  return { rows: rows.length, planned, problems: inHead.length > 0 ? inHead : problems }
}

/**
 * Presents a salon with the commission rates for the audit log, which records them for any caller. A file never has
 * commission rates.
 */
const inFull = (setup: SalonSetup) => presentSetup(setup, true)

type Person = Output<'dashboard/bookings/salon'>['stylists'][number]

function fileFields({ id, name, position, is_active, hours, services }: Person): FilePerson {
  const own = services.map(({ item_id, price, minutes }) => ({ item_id, price, minutes }))
  return { id, name, position, is_active, hours, services: own }
}

/**
 * Stores the fields of a person from a file and returns the person's id. Account, picture, commission and the hours of
 * single dates stay as they are.
 */
async function storePerson(
  tx: Tx,
  { storeId, setup }: { storeId: number; setup: SalonSetup },
  { id, fields }: PlannedPerson,
): Promise<number> {
  const held = setup.stylists.find((one) => one.id === id)
  const { name, position, is_active, hours: weekly, services } = fields
  const row = {
    name,
    position,
    is_active: is_active === 1,
    user_id: held?.user_id ?? null,
    commission_basis_points: held?.commission_basis_points ?? 0,
  }
  const stylistId = await upsertStylist(tx, { storeId, id }, row)
  if (stylistId === undefined) throw new AppError('NOT_FOUND')
  const { exceptions = {} } = held ? openingHoursOf(held.hours) : {}
  await replaceStylistHours(tx, stylistId, { weekly, exceptions })
  const own = services.map(({ item_id, price, minutes }) => ({
    item_id,
    minutes,
    price_minor: price === null ? null : parseMoney(price, setup.currency)!,
    commission_basis_points: held?.services.find((one) => one.item_id === item_id)?.commission_basis_points ?? null,
  }))
  if (!(await replaceStylistServices(tx, { storeId, stylistId }, own))) throw new AppError('NOT_FOUND')
  return stylistId
}
