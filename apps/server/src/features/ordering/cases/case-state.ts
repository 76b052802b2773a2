import { type RawBuilder, sql } from 'kysely'

export type CaseState = 'open' | 'waiting' | 'settled' | 'refused'

/**
 * The state of a case `c` with its refund or wallet credit `m`. The case waits while the money waits for an approver,
 * and it is open again if the approver refuses. When a salon gives a deposit back, that settles the case without a
 * refund or credit.
 */
export const caseState: RawBuilder<CaseState> = sql`case when c.state <> 'settled' or m.state is null then c.state
  when m.state = 'booked' then 'settled' when m.state = 'waiting' then 'waiting' else 'open' end`

/** Selects whether the customer of an order has objected to a no-show, and the objection is neither settled nor refused. */
export const hasOpenObjection = (orderId: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select from order_cases c left join money_proposals m on m.id = c.approval_id
           where c.order_id = ${orderId} and c.problem = 'no_show' and (${caseState}) in ('open', 'waiting'))`
