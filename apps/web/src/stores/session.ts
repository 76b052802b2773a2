import type { Output } from '@nukkad/contract/contract.ts'
import { create } from 'zustand'
import { wantHomeBars } from '#lib/home-bars.ts'
import { isArray, isRecord, readSlice, removeKey, removeSlice, writeSlice } from '#lib/storage.ts'
import { onSessionEnd, setHolder } from '#lib/tokens.ts'

/** The session object of the wire (`U`); only an answer with `success: true` is a login (H-04). */
export type Session = Output<'update-user-info'>
export type Address = Output<'get-addresses'>[number]

/** That a member of staff acts for the customer, as the server says it (GAP-74). */
export type Acting = Extract<Output<'register-guest-user'>, { acting: unknown }>['acting']

type SessionState = { user: Session | null; addresses: Address[]; hasRunningOrder: boolean; acting: Acting | null }

const nobody: SessionState = { user: null, addresses: [], hasRunningOrder: false, acting: null }

export const useSession = create<SessionState>(() => {
  const user = readSlice('user', isSession) ?? null
  setHolder('customer', user?.data)
  return { ...nobody, user, addresses: user ? (readSlice('addresses', isAddressList) ?? []) : [] }
})

export function keepSession(session: Session): void {
  // A refresh may answer without a new token: the one in use stays.
  const token = session.data.auth_token || useSession.getState().user?.data.auth_token || ''
  const user = { ...session, data: { ...session.data, auth_token: token } }
  setHolder('customer', user.data)
  wantHomeBars()
  writeSlice('user', user)
  useSession.setState({ user })
}

export function keepAddresses(addresses: Address[]): void {
  writeSlice('addresses', addresses)
  useSession.setState({ addresses })
}

/** What remains after a logout or a session that the server ended: a guest (H-15, H-16). */
export function forgetSession(): void {
  setHolder('customer', undefined)
  removeSlice('user')
  removeSlice('addresses')
  removeKey('userSetAddress')
  removeKey('geoLocation')
  removeKey('lastSavedNotificationToken')
  useSession.setState(nobody)
}

export function useCustomer(): Session['data'] | undefined {
  return useSession(({ user }) => user?.data)
}

onSessionEnd('customer', () => {
  if (useSession.getState().user) forgetSession()
})

function isSession(value: unknown): value is Session {
  return isRecord(value) && value.success === true && isRecord(value.data) && typeof value.data.auth_token === 'string'
}

function isAddressList(value: unknown): value is Address[] {
  return isArray(value) && value.every((row) => isRecord(row) && typeof row.id === 'number')
}
