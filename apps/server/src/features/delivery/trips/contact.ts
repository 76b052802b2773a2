/** What decides how much of a customer a rider is shown. */
export type ContactQuestion = {
  status: number
  /** Whether the order is his who asks. */
  isOwn: boolean
  /** Whether it was delivered less than an hour ago. */
  isJustDelivered: boolean
}

const PICKED_UP = 4
const carried = [3, PICKED_UP]
const DELIVERED = 5

/**
 * Whether a rider may see where the order goes: from accept until one hour after delivery
 * (docs/reference/security.md#authorisation).
 */
export function seesAddress({ status, isOwn, isJustDelivered }: ContactQuestion): boolean {
  if (!isOwn) return false
  return carried.includes(status) || (status === DELIVERED && isJustDelivered)
}

/**
 * Whether he may also see who the customer is, and his phone.
 * @param showsBeforePickup setting `showUserInfoBeforePickup`
 */
export function seesCustomer(
  question: ContactQuestion,
  { showsBeforePickup }: { showsBeforePickup: boolean },
): boolean {
  return seesAddress(question) && (showsBeforePickup || question.status >= PICKED_UP)
}

/** The part of an address that names no door and no street: at most its last two parts, never its first. */
export function areaOf(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.slice(Math.max(1, parts.length - 2)).join(', ')
}

/** A place of about a kilometre in which the given one lies, so that a rider can judge the way and nobody is found. */
export function areaAround(location: string): string {
  const { lat, lng } = JSON.parse(location) as { lat?: unknown; lng?: unknown }
  return JSON.stringify({ lat: roughly(lat), lng: roughly(lng) })
}

function roughly(degrees: unknown): number | null {
  const value = Number(degrees)
  return degrees === null || degrees === undefined || !Number.isFinite(value) ? null : Math.round(value * 100) / 100
}
