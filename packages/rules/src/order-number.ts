/**
 * The parts of an order number. The server supplies the date, the random part and the hash of the order's serial
 * number.
 */
export type OrderNumberParts = {
  month: number
  day: number
  /** Four random capital letters or digits. */
  random4: string
  hash: string
}

/**
 * Returns the unique order number `OD-MM-DD-XXXX-HASH` in capitals
 * (docs/reference/wire.md#order-number-and-delivery-pin).
 */
export function formatOrderNumber({ month, day, random4, hash }: OrderNumberParts): string {
  return `OD-${twoDigits(month)}-${twoDigits(day)}-${random4}-${hash}`.toUpperCase()
}

/** Returns the last 8 characters of an order number, which is the part that screens show (GAP-14). */
export function shortOrderNumber(orderNumber: string): string {
  return orderNumber.slice(-8)
}

/**
 * Returns a delivery PIN of five different digits from 1 to 9 (GAP-14,
 * docs/reference/wire.md#order-number-and-delivery-pin).
 * @param random at least five bytes from a cryptographic source
 * @throws RangeError when `random` has fewer than five bytes
 */
export function pinFrom(random: Uint8Array): string {
  if (random.length < 5) throw new RangeError('a PIN needs five random bytes')
  // All random bytes form one number. The number's digits in bases 9, 8, 7, 6 and 5 choose the digits of the PIN, so
  // that all PINs are almost equally likely.
  let number = random.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  const left = [...'123456789']
  let pin = ''
  while (pin.length < 5) {
    const base = BigInt(left.length)
    pin += left.splice(Number(number % base), 1)[0]
    number /= base
  }
  return pin
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
