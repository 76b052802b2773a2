/**
 * Returns a random `Idempotency-Key` for one intention (docs/reference/security.md#idempotency). `crypto.randomUUID`
 * exists only on https and localhost, but a phone may open a demo over plain http in the local network.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
