import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ask, reread } from '#lib/query.ts'

export type Menu = Output<'store-owner/get-menu-with-details'>
export type Category = Menu['categories'][number]
export type Item = Category['items'][number]
export type AddonCategory = Menu['addon_categories'][number]

export function useMenu(storeId: number) {
  return useQuery(ask('store-owner/get-menu-with-details', { store_id: storeId }))
}

export async function rereadMenu(): Promise<void> {
  await reread('store-owner/get-menu-with-details', 'dashboard/table')
}
