/**
 * A name for one intention, sent as `Idempotency-Key` (docs/reference/security.md#idempotency).
 * Browsers make a UUID by themselves only on https and localhost, and a demo is also tried by a phone beside it.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
