import type { CallName, Output } from '@nukkad/contract/contract.ts'
import type { Db } from '#db/connection.ts'
import type { CallContext, WriteContext } from '#http/calls.ts'
import { type Decider, requirePerson } from './decide.ts'
import { presentRequest } from './present.ts'
import { getRequest } from './queries.ts'

type DecidingCall =
  | 'dashboard/payment-approvals/confirm'
  | `dashboard/${'payment-approvals' | 'commission-approvals' | 'store-settlements' | 'delivery-collections'}/${'approve' | 'refuse'}`
type RequestAnswer = Output<'dashboard/store-settlements/record'>

/** Runs a decision on an approval request, and returns the request in its new state. */
export async function answerDecision(
  { tx, config, session, request, input }: WriteContext<DecidingCall>,
  decide: (decider: Decider) => Promise<unknown>,
): Promise<RequestAnswer> {
  await decide({ staffId: session.userId, request })
  return answerRequest(tx, input.id, config)
}

/** Returns an approval request, whose id must exist, as staff see it. */
export async function answerRequest(db: Db, id: number, reader: { timeZone: string }): Promise<RequestAnswer> {
  return { success: true, data: presentRequest(await getRequest(db, id), reader) }
}

/** Refuses a call with an API key, even if an answer to its idempotency key is stored. */
export function onlyPeople({ request }: Pick<CallContext<CallName>, 'request'>): void {
  requirePerson(request)
}
