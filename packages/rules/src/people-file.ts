import type { Output } from '@nukkad/contract/contract.ts'
import { type OpeningWindow, weekdays } from './opening-hours.ts'

type Setup = Output<'dashboard/bookings/salon'>
type Person = Setup['stylists'][number]
export type FilePerson = Pick<Person, 'id' | 'name' | 'position' | 'is_active' | 'hours'> & {
  services: Pick<Person['services'][number], 'item_id' | 'price' | 'minutes'>[]
}
type NamedService = Pick<Setup['services'][number], 'item_id' | 'name'>

/**
 * The columns of a file of a salon's people, in order. `id` names a person of the salon. A row without an id is matched
 * by name; a row whose name no person has adds a new person. The column of a weekday has opening windows such as
 * `09:00-13:00 | 14:00-18:00`. `services` has names of services, each with the person's own price and minutes if they
 * have any, such as `Haircut | Colour [1200.00; 95] | Shave [; 20]`.
 */
export const peopleColumns = ['id', 'name', 'position', 'is_active', ...weekdays, 'services'] as const
export type PeopleColumn = (typeof peopleColumns)[number]
/** The columns that a file of people must have. */
export const neededPeopleColumns = ['name'] as const satisfies readonly PeopleColumn[]

/** Maximum number of rows in a file of people. */
export const MAX_PEOPLE_ROWS = 200

/** Returns the cells of a person's row in a file of people. */
export function personCells(person: FilePerson, services: readonly NamedService[]): Record<PeopleColumn, string> {
  const days = Object.fromEntries(weekdays.map((day) => [day, windowsText(person.hours[day] ?? [])]))
  return {
    id: String(person.id),
    name: person.name,
    position: String(person.position),
    is_active: person.is_active ? 'yes' : 'no',
    ...(days as Record<(typeof weekdays)[number], string>), // The keys of `days` are the weekdays.
    services: person.services.map((service) => serviceText(service, services)).join(' | '),
  }
}

function windowsText(windows: readonly OpeningWindow[]): string {
  return windows.map(({ open, close }) => `${open}-${close}`).join(' | ')
}

function serviceText(
  { item_id, price, minutes }: FilePerson['services'][number],
  services: readonly NamedService[],
): string {
  const own = minutes === null ? (price === null ? '' : ` [${price}]`) : ` [${price ?? ''}; ${minutes}]`
  return `${serviceName(item_id, services)}${own}`
}

/**
 * Returns the name of a service for a file of people. If the name is not unique, or contains characters that have a
 * meaning in the file, returns `#` and the id of the service.
 */
function serviceName(itemId: number, services: readonly NamedService[]): string {
  const name = services.find(({ item_id }) => item_id === itemId)?.name ?? ''
  const isClear = services.filter((one) => one.name.trim() === name.trim()).length === 1 && !/^#|[|[\]]/.test(name)
  return isClear ? name.trim() : `#${itemId}`
}

/** Reads the opening windows of a day from a cell, sorted by start; undefined for a cell with anything else. */
export function windowsOf(cell: string): OpeningWindow[] | undefined {
  const parts = cell.split('|').flatMap((part) => part.trim() || [])
  const windows = parts.map((part) => /^(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/.exec(part))
  if (!windows.every((window) => window !== null)) return undefined
  return windows
    .map(([, open = '', close = '']) => ({ open: open.padStart(5, '0'), close: close.padStart(5, '0') }))
    .toSorted((a, b) => (a.open < b.open ? -1 : 1))
}

/** A service in a cell. `itemId` is undefined for an unknown name; `price` and `minutes` are as written in the cell. */
export type CellService = { itemId: number | undefined; price: string; minutes: string }

/** Reads the services of a person from a cell. */
export function cellServices(cell: string, services: readonly NamedService[]): CellService[] {
  return cell
    .split('|')
    .flatMap((part) => part.trim() || [])
    .map((part) => {
      const [, name = '', own = ''] = /^([^[]*?)\s*(?:\[(.*)\])?$/.exec(part) ?? [undefined, part]
      const [price = '', minutes = ''] = own.split(';').map((text) => text.trim())
      return { itemId: itemOf(name.trim(), services), price, minutes }
    })
}

function itemOf(name: string, services: readonly NamedService[]): number | undefined {
  const found = services.filter((one) => one.name.trim() === name || `#${one.item_id}` === name)
  return found.length === 1 ? found[0]!.item_id : undefined
}
