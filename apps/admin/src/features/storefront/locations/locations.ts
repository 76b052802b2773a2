import type { Output } from '@nukkad/contract/contract.ts'
import { queryClient } from '#lib/query.ts'

type Answer = Output<'dashboard/popular-locations'>
export type Location = Answer['locations'][number]

/** Shows the list of locations that the answer to a change contains: each change answers the whole list. */
export function keepLocations(answer: Answer): void {
  queryClient.setQueryData(['dashboard/popular-locations', {}], answer)
}
