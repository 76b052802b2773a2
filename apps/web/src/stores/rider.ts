import type { Output } from '@nukkad/contract/contract.ts'
import { create } from 'zustand'
import { startTurn } from '#lib/query.ts'
import { followTabs, forgetPerson, isRecord, mirror, onOtherTab, readSlice } from '#lib/storage.ts'
import { onSessionEnd, setHolder } from '#lib/tokens.ts'

/** The rider's session, separate from a customer's session in the same browser (N-02). */
export type Rider = Extract<Output<'delivery/login'>, { success: true }>

const kept = mirror('delivery_user')

export const useRider = create<{ rider: Rider | null }>(() => present())

onOtherTab(() => {
  if (!kept.hasChanged()) return
  const before = useRider.getState().rider?.data.auth_token
  const state = present()
  useRider.setState(state)
  if (state.rider?.data.auth_token !== before) startTurn()
})

/** Signs a rider in. The new rider replaces the previous one in every tab. */
export function keepRider(rider: Rider): void {
  setHolder('delivery', rider.data)
  kept.write(JSON.stringify(rider))
  useRider.setState({ rider })
}

/**
 * Updates the data of the current rider, and keeps the rider's token. Data of a rider whom another tab has replaced is
 * dropped.
 */
export function renewRider(answer: Rider): void {
  followTabs()
  const { rider } = useRider.getState()
  if (rider?.data.id !== answer.data.id) return
  keepRider({ ...answer, data: { ...answer.data, auth_token: answer.data.auth_token || rider.data.auth_token } })
}

export function forgetRider(hasLoggedOut: boolean): void {
  setHolder('delivery', undefined)
  forgetPerson('rider', hasLoggedOut)
  kept.hasChanged()
  useRider.setState({ rider: null })
}

onSessionEnd('delivery', () => {
  if (useRider.getState().rider) forgetRider(false)
})

function present(): { rider: Rider | null } {
  const rider = readSlice('delivery_user', isRider) ?? null
  setHolder('delivery', rider?.data)
  return { rider }
}

function isRider(value: unknown): value is Rider {
  return isRecord(value) && value.success === true && isRecord(value.data) && typeof value.data.auth_token === 'string'
}
