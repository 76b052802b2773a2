import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ask, reread } from '#lib/query.ts'

export type Setup = Output<'dashboard/bookings/salon'>
export type Stylist = Setup['stylists'][number]
export type Service = Setup['services'][number]
export type Resource = Setup['resources'][number]

/** Reads the people, resources, services and terms of a salon. */
export function useSetup(storeId: number) {
  return useQuery({ ...ask('dashboard/bookings/salon', { store_id: storeId }), retry: false })
}

/** Reads all data that depends on a salon's setup again. */
export async function rereadSetup(): Promise<void> {
  await reread('dashboard/bookings/salon', 'dashboard/bookings/day')
}
