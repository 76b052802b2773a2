/** The facts that decide which data of a customer a rider may see. */
export type ContactQuestion = {
  status: number
  /** Whether the order belongs to this rider. */
  isOwn: boolean
  /** Whether the order was delivered less than an hour ago. */
  isJustDelivered: boolean
}

const PICKED_UP = 4
const carried = [3, PICKED_UP]
const DELIVERED = 5

/**
 * Returns whether a rider may see the delivery address: from accepting the order until one hour after delivery
 * (docs/reference/security.md#authorisation).
 */
export function seesAddress({ status, isOwn, isJustDelivered }: ContactQuestion): boolean {
  if (!isOwn) return false
  return carried.includes(status) || (status === DELIVERED && isJustDelivered)
}

/**
 * Returns whether the rider may also see the customer's name and phone.
 * @param showsBeforePickup the setting `showUserInfoBeforePickup`
 */
export function seesCustomer(
  question: ContactQuestion,
  { showsBeforePickup }: { showsBeforePickup: boolean },
): boolean {
  return seesAddress(question) && (showsBeforePickup || question.status >= PICKED_UP)
}

/**
 * Returns the part of an address without door and street: at most its last two parts between commas, and never its
 * first part.
 */
export function areaOf(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.slice(Math.max(1, parts.length - 2)).join(', ')
}

/**
 * Returns a square of about a kilometre around the delivery location, so that a rider can estimate the trip but not
 * find the customer.
 */
export function areaAround(location: string): string {
  const { lat, lng } = JSON.parse(location) as { lat?: unknown; lng?: unknown }
  return JSON.stringify({ lat: roughly(lat), lng: roughly(lng) })
}

function roughly(degrees: unknown): number | null {
  const value = Number(degrees)
  return degrees === null || degrees === undefined || !Number.isFinite(value) ? null : Math.round(value * 100) / 100
}
