/** The two sessions a browser may hold at once: a customer's and a rider's (N-02). */
export type SessionKind = 'customer' | 'delivery'

type Holder = { token: string; userId: number }

const holders: Record<SessionKind, Holder | undefined> = { customer: undefined, delivery: undefined }
const endings: Record<SessionKind, (() => void)[]> = { customer: [], delivery: [] }

export function tokenOf(kind: SessionKind): string | undefined {
  return holders[kind]?.token
}

/** Whose session it is, for the calls that name their user. */
export function userIdOf(kind: SessionKind): number | undefined {
  return holders[kind]?.userId
}

export function setHolder(kind: SessionKind, holder: { auth_token: string; id: number } | undefined): void {
  holders[kind] = holder && { token: holder.auth_token, userId: holder.id }
}

/** Called when the server says that this session is over (GAP-83). */
export function onSessionEnd(kind: SessionKind, listener: () => void): void {
  endings[kind].push(listener)
}

/** Only these three codes end a session; any other 401 concerns the thing that was asked (GAP-83). */
export function isSessionOver(code: unknown): boolean {
  return code === 'SESSION_MISSING' || code === 'SESSION_EXPIRED' || code === 'SESSION_REVOKED'
}

/** Ends the session of this token only: another person may be signed in by the time the answer arrives. */
export function endSession(kind: SessionKind, token: string | undefined): void {
  if (token !== tokenOf(kind)) return
  setHolder(kind, undefined)
  for (const listener of endings[kind]) listener()
}
