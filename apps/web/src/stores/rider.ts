import type { Output } from '@nukkad/contract/contract.ts'
import { create } from 'zustand'
import { isRecord, readSlice, removeSlice, writeSlice } from '#lib/storage.ts'
import { onSessionEnd, setHolder } from '#lib/tokens.ts'

/** The rider's session, apart from a customer's in the same browser (N-02). */
export type Rider = Extract<Output<'delivery/login'>, { success: true }>

export const useRider = create<{ rider: Rider | null }>(() => {
  const rider = readSlice('delivery_user', isRider) ?? null
  setHolder('delivery', rider?.data)
  return { rider }
})

/** Keeps a login, or the figures of a refresh under the token in use. */
export function keepRider(answer: Rider): void {
  const token = answer.data.auth_token || useRider.getState().rider?.data.auth_token || ''
  const rider = { ...answer, data: { ...answer.data, auth_token: token } }
  setHolder('delivery', rider.data)
  writeSlice('delivery_user', rider)
  useRider.setState({ rider })
}

export function forgetRider(): void {
  setHolder('delivery', undefined)
  removeSlice('delivery_user')
  useRider.setState({ rider: null })
}

onSessionEnd('delivery', () => {
  if (useRider.getState().rider) forgetRider()
})

function isRider(value: unknown): value is Rider {
  return isRecord(value) && value.success === true && isRecord(value.data) && typeof value.data.auth_token === 'string'
}
