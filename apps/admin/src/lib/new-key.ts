/** Returns a key for one action: a call repeated with it takes effect once (docs/reference/security.md#idempotency). */
export function newKey(): string {
  return crypto.randomUUID()
}
