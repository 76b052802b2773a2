import { ADDRESS_MAXIMUM, normaliseLine } from './text.ts'

/** An address as a person typed it, with coordinates in degrees. */
export type AddressToSave = {
  address: string
  house?: string | null
  tag?: string | null
  latitude: number
  longitude: number
}
/** The problems of an address by field; a valid field is absent. */
export type AddressProblems = {
  address?: 'required' | 'too-long'
  house?: 'required' | 'too-long'
  tag?: 'too-long'
  latitude?: 'invalid'
  longitude?: 'invalid'
}

/**
 * Returns the problems of an address by field; an empty object if it has none (GAP-20).
 * @param houseRequired the setting `flatApartmentAddressRequired`
 */
export function addressProblems(address: AddressToSave, houseRequired: string | null | undefined): AddressProblems {
  const problems: AddressProblems = {
    address: lineProblem(address.address, true),
    house: lineProblem(address.house, houseRequired === 'true'),
    tag: lineProblem(address.tag, false) && 'too-long',
    latitude: isLatitude(address.latitude) ? undefined : 'invalid',
    longitude: isLongitude(address.longitude) ? undefined : 'invalid',
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

/** Returns true for -90 to 90 degrees, and false for NaN. */
export function isLatitude(value: number): boolean {
  return value >= -90 && value <= 90
}

/** Returns true for -180 to 180 degrees, and false for NaN. */
export function isLongitude(value: number): boolean {
  return value >= -180 && value <= 180
}

function lineProblem(text: string | null | undefined, isRequired: boolean): 'required' | 'too-long' | undefined {
  const line = normaliseLine(text ?? '')
  if (isRequired && line === '') return 'required'
  return [...line].length > ADDRESS_MAXIMUM ? 'too-long' : undefined
}
