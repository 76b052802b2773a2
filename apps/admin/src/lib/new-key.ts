/** A key for one intention: what is sent again with it is done once (security document §7). */
export function newKey(): string {
  return crypto.randomUUID()
}
