/** The two sessions a browser may hold at once: a customer's and a rider's (N-02). */
export type SessionKind = 'customer' | 'delivery'

const tokens: Record<SessionKind, string | undefined> = { customer: undefined, delivery: undefined }
const endings: Record<SessionKind, (() => void)[]> = { customer: [], delivery: [] }

export function tokenOf(kind: SessionKind): string | undefined {
  return tokens[kind]
}

export function setToken(kind: SessionKind, token: string | undefined): void {
  tokens[kind] = token
}

/** Called when the server says that this session is over (GAP-83). */
export function onSessionEnd(kind: SessionKind, listener: () => void): void {
  endings[kind].push(listener)
}

export function endSession(kind: SessionKind): void {
  setToken(kind, undefined)
  for (const listener of endings[kind]) listener()
}
