/** A key for one intention: what is sent again with it is done once (docs/reference/security.md#idempotency). */
export function newKey(): string {
  return crypto.randomUUID()
}
