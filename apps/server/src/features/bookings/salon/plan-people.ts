import { MAX_SERVICE_MINUTES } from '@nukkad/contract/bookings/salon.ts'
import { week } from '@nukkad/contract/catalogue/store-profile.ts'
import type { FieldText } from '@nukkad/contract/texts/en.ts'
import { filledText } from '@nukkad/contract/wire.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { weekdays } from '@nukkad/rules/opening-hours.ts'
import { cellServices, type FilePerson, type PeopleColumn, windowsOf } from '@nukkad/rules/people-file.ts'
import { parseAmount } from '#http/read-amount.ts'
import type { FileRow, Problem } from '#http/read-table-file.ts'

/** The fields of a person that a file can set. */
export type PersonFields = Omit<FilePerson, 'id'>
type Named = { item_id: number; name: string }
export type Staffed = { currency: string; people: readonly FilePerson[]; services: readonly Named[] }
export type PlannedPerson = {
  row: number
  does: 'add' | 'change' | 'nothing'
  /** The id of the person; undefined for a new person. */
  id: number | undefined
  fields: PersonFields
  changed: string[]
}

type Wrong = (column: PeopleColumn, reason: FieldText) => void
type Cells = FileRow<PeopleColumn>['cells']

const MAX_POSITION = 1000

/** Compares a file of people with the people of a salon. Returns the changes, row by row, and the errors. */
export function planPeople(
  rows: readonly FileRow<PeopleColumn>[],
  salon: Staffed,
): { planned: PlannedPerson[]; problems: Problem[] } {
  const problems: Problem[] = []
  const planned: PlannedPerson[] = []
  const taken = new Set<unknown>()
  const firstPlace = Math.max(-1, ...salon.people.map(({ position }) => position)) + 1
  for (const { row, cells } of rows) {
    const wrong: Wrong = (column, reason) => void problems.push({ row, column, reason })
    const read = readCells(cells, salon, wrong)
    const held = findPerson(cells, salon, wrong)
    const key = held?.id ?? read.name
    if (key !== undefined && taken.has(key)) wrong(cells.id ? 'id' : 'name', 'fieldTwice')
    taken.add(key)
    const added = planned.filter(({ does }) => does === 'add').length
    const position = Math.min(firstPlace + added, MAX_POSITION)
    const { id: _id, ...before } = held ?? { id: 0, ...newPerson, position }
    const fields = { ...before, ...read, hours: { ...before.hours, ...read.hours } }
    const changed = held ? changesOf(before, fields) : []
    planned.push({
      row,
      does: held ? (changed.length > 0 ? 'change' : 'nothing') : 'add',
      id: held?.id,
      fields,
      changed,
    })
  }
  return { planned, problems }
}

const newPerson: PersonFields = { name: '', position: 0, is_active: 1, hours: {}, services: [] }

/** Finds the person of a row by their number, or else by a name that only one person has. */
function findPerson(cells: Cells, { people }: Staffed, wrong: Wrong): FilePerson | undefined {
  if (cells.id) {
    const held = people.find(({ id }) => String(id) === cells.id)
    if (!held) wrong('id', 'fieldUnknown')
    return held
  }
  const named = people.filter(({ name }) => name === cells.name)
  if (named.length > 1) wrong('id', 'fieldValidationMsg')
  return named[0]
}

function changesOf(before: PersonFields, after: PersonFields): string[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const plain = (['name', 'position', 'is_active', 'services'] as const).filter(
    (key) => !isSame(before[key], after[key]),
  )
  const days = weekdays.filter((day) => !isSame(before.hours[day] ?? [], after.hours[day] ?? []))
  return [...plain, ...days]
}

/** Reads the cells of a person's row. A missing column changes nothing; an empty cell sets the default. */
function readCells(cells: Cells, salon: Staffed, wrong: Wrong): Partial<PersonFields> {
  const read: Partial<PersonFields> = {}
  const name = readName(cells.name, wrong)
  const position = readPosition(cells.position, wrong)
  const isActive = readFlag(cells.is_active, wrong)
  const services = readServices(cells.services, salon, wrong)
  if (name !== undefined) read.name = name
  if (position !== undefined) read.position = position
  if (isActive !== undefined) read.is_active = isActive
  if (services) read.services = services
  const hours: PersonFields['hours'] = {}
  for (const day of weekdays) {
    const cell = cells[day]
    if (cell === undefined) continue
    const windows = week.shape[day].safeParse(windowsOf(cell) ?? null)
    if (windows.success) hours[day] = windows.data
    else wrong(day, 'fieldInvalid')
  }
  return { ...read, hours }
}

function readName(cell: string | undefined, wrong: Wrong): string | undefined {
  if (cell === undefined) return undefined
  const parsed = filledText(80).safeParse(cell)
  if (parsed.success) return parsed.data
  const [{ code } = { code: 'custom' }] = parsed.error.issues
  wrong('name', code === 'too_small' ? 'fieldValidationMsg' : code === 'too_big' ? 'fieldTooLong' : 'fieldCharacters')
  return undefined
}

function readPosition(cell: string | undefined, wrong: Wrong): number | undefined {
  if (cell === undefined || cell === '') return undefined
  if (/^\d{1,4}$/.test(cell) && Number(cell) <= MAX_POSITION) return Number(cell)
  wrong('position', 'fieldNotNumber')
  return undefined
}

const flags: Record<string, 0 | 1> = { yes: 1, no: 0, true: 1, false: 0, '1': 1, '0': 0, '': 1 }

function readFlag(cell: string | undefined, wrong: Wrong): 0 | 1 | undefined {
  if (cell === undefined) return undefined
  const word = cell.toLowerCase()
  if (Object.hasOwn(flags, word)) return flags[word]
  wrong('is_active', 'fieldNotOffered')
  return undefined
}

function readServices(
  cell: string | undefined,
  { services, currency }: Staffed,
  wrong: Wrong,
): PersonFields['services'] | undefined {
  if (cell === undefined) return undefined
  const named = cellServices(cell, services)
  if (named.some(({ itemId }) => itemId === undefined)) {
    wrong('services', 'fieldUnknown')
    return undefined
  }
  const ids = named.map(({ itemId }) => itemId)
  if (new Set(ids).size !== ids.length) {
    wrong('services', 'fieldTwice')
    return undefined
  }
  const read = named.map(({ itemId, price, minutes }) => {
    const minor = price === '' ? null : parseAmount(price, currency)
    if (minor === undefined) wrong('services', 'fieldAmountInvalid')
    const isLength = minutes === '' || (/^\d{1,4}$/.test(minutes) && Number(minutes) >= 1)
    if (!isLength || Number(minutes) > MAX_SERVICE_MINUTES) wrong('services', 'fieldNotNumber')
    return {
      item_id: itemId!, // The check above refuses a name that no service has.
      price: minor == null ? null : wireMoney(minor, currency),
      minutes: minutes === '' ? null : Number(minutes),
    }
  })
  return read.toSorted((a, b) => a.item_id - b.item_id)
}
