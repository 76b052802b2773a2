import type { Output } from '@nukkad/contract/contract.ts'
import { queryClient } from '#lib/query.ts'

type Answer = Output<'dashboard/popular-locations'>
export type Location = Answer['locations'][number]

/** Shows the locations from the server's answer to a change, because each such answer contains the whole list. */
export function keepLocations(answer: Answer): void {
  queryClient.setQueryData(['dashboard/popular-locations', {}], answer)
}
