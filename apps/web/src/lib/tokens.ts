/** The two sessions that a browser can hold at the same time: a customer's and a rider's (N-02). */
export type SessionKind = 'customer' | 'delivery'

type Holder = { token: string; userId: number }

const holders: Record<SessionKind, Holder | undefined> = { customer: undefined, delivery: undefined }
const endings: Record<SessionKind, (() => void)[]> = { customer: [], delivery: [] }

export function tokenOf(kind: SessionKind): string | undefined {
  return holders[kind]?.token
}

/** Returns the user id of a session, for calls that must send it. */
export function userIdOf(kind: SessionKind): number | undefined {
  return holders[kind]?.userId
}

export function setHolder(kind: SessionKind, holder: { auth_token: string; id: number } | undefined): void {
  holders[kind] = holder && { token: holder.auth_token, userId: holder.id }
}

/** Registers a function that is called when the server reports that a session of this kind is over (GAP-83). */
export function onSessionEnd(kind: SessionKind, listener: () => void): void {
  endings[kind].push(listener)
}

/**
 * Returns whether an error code ends the session. Only three codes end the session; an error 401 with another code is
 * about the request itself (GAP-83).
 */
export function isSessionOver(code: unknown): boolean {
  return code === 'SESSION_MISSING' || code === 'SESSION_EXPIRED' || code === 'SESSION_REVOKED'
}

/**
 * Ends the session only if it still has this token, because another person may have signed in before the answer
 * arrived.
 */
export function endSession(kind: SessionKind, token: string | undefined): void {
  if (token !== tokenOf(kind)) return
  setHolder(kind, undefined)
  for (const listener of endings[kind]) listener()
}
