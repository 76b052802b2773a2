import type { Output } from '@nukkad/contract/contract.ts'
import { create } from 'zustand'
import { answersCache } from '#lib/answers-cache.ts'
import { wantHomeBars } from '#lib/home-bars.ts'
import { queryClient, startTurn } from '#lib/query.ts'
import { followTabs, forgetPerson, isArray, isRecord, mirror, onOtherTab, readSlice, writeSlice } from '#lib/storage.ts'
import { onSessionEnd, setHolder } from '#lib/tokens.ts'

/** The wire's session object (`U`). Only an answer with `success: true` is a login (H-04). */
export type Session = Output<'update-user-info'>
export type Address = Output<'get-addresses'>[number]

/** The data that the server sends while a member of staff acts for the customer (GAP-74). */
export type Acting = Extract<Output<'register-guest-user'>, { acting: unknown }>['acting']

type SessionState = { user: Session | null; addresses: Address[]; hasRunningOrder: boolean; acting: Acting | null }

const nobody: SessionState = { user: null, addresses: [], hasRunningOrder: false, acting: null }

const kept = mirror('user')

export const useSession = create<SessionState>(() => {
  const session = readSession()
  setHolder('customer', session.user?.data)
  return { ...nobody, ...session }
})

/** Signs a person in. The new person replaces the previous one in every tab. */
export function keepSession(session: Session): void {
  wantHomeBars()
  wear(session)
}

/** Updates the data of the signed-in customer. Data of a customer whom another tab has replaced is dropped. */
export function renewSession(session: Session): void {
  followTabs()
  const { user } = useSession.getState()
  if (user?.data.id !== session.data.id) return
  // If the server's answer has no token, the session keeps its current token.
  wear({ ...session, data: { ...session.data, auth_token: session.data.auth_token || user.data.auth_token } })
}

function wear(user: Session): void {
  setHolder('customer', user.data)
  kept.write(JSON.stringify(user))
  useSession.setState({ user })
}

export function keepAddresses(addresses: Address[]): void {
  followTabs()
  if (!useSession.getState().user) return
  writeSlice('addresses', addresses)
  useSession.setState({ addresses })
}

/** Turns the person into a guest, after a log-out or when the server has ended the session (H-15, H-16). */
export function forgetSession(hasLoggedOut: boolean): void {
  setHolder('customer', undefined)
  forgetPerson('customer', hasLoggedOut)
  kept.hasChanged()
  useSession.setState(nobody)
  queryClient.clear()
  forgetAnswers()
}

/** Deletes the answers that the service worker has stored, because it stores them by the person's location. */
function forgetAnswers(): void {
  if (!('caches' in globalThis)) return
  caches.delete(answersCache).catch((cause: unknown) => console.warn('the stored answers could not be deleted', cause))
}

export function useCustomer(): Session['data'] | undefined {
  return useSession(({ user }) => user?.data)
}

onSessionEnd('customer', () => {
  if (useSession.getState().user) forgetSession(false)
})

onOtherTab(() => {
  if (!kept.hasChanged()) return
  const before = useSession.getState().user?.data.auth_token
  const session = readSession()
  setHolder('customer', session.user?.data)
  if (session.user?.data.auth_token === before) return useSession.setState(session)
  useSession.setState({ ...nobody, ...session })
  startTurn()
})

function readSession(): Pick<SessionState, 'user' | 'addresses'> {
  const user = readSlice('user', isSession) ?? null
  return { user, addresses: user ? (readSlice('addresses', isAddressList) ?? []) : [] }
}

function isSession(value: unknown): value is Session {
  return isRecord(value) && value.success === true && isRecord(value.data) && typeof value.data.auth_token === 'string'
}

function isAddressList(value: unknown): value is Address[] {
  return isArray(value) && value.every((row) => isRecord(row) && typeof row.id === 'number')
}
