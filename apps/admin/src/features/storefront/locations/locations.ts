import type { Output } from '@nukkad/contract/contract.ts'
import { queryClient } from '#lib/query.ts'

type Answer = Output<'dashboard/popular-locations'>
export type Location = Answer['locations'][number]

/** Each change returns the whole list, which replaces the list on the screen. */
export function keepLocations(answer: Answer): void {
  queryClient.setQueryData(['dashboard/popular-locations', {}], answer)
}
