import type { Call } from '@nukkad/contract/call.ts'
import { type CallName, contract, type Output } from '@nukkad/contract/contract.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { CallContext, Handler, WriteContext, Writer } from './calls.ts'
import { once } from './idempotency.ts'
import type { Limit } from './limits.ts'
import type { PreparedJson } from './prepared.ts'

/** A writer of any call, which the table of handlers has already checked against its own call. */
type AnyWriter = Writer<CallName> & {
  limit?: (context: CallContext<CallName>) => Limit
  present?: (context: WriteContext<CallName>, answer: Output<CallName>) => Promise<Output<CallName> | undefined>
}

/**
 * Runs the handler of a call. A writer runs in one transaction, and once per idempotency key if the contract declares
 * its call `idempotent`.
 * @throws any error of the handler; for an idempotent writer, also the errors of `once`
 */
export async function runCall(
  name: CallName,
  handler: Handler<CallName> | Writer<CallName>,
  context: CallContext<CallName>,
): Promise<Output<CallName> | PreparedJson> {
  if (typeof handler === 'function') return handler(context)
  await handler.check?.(context)
  const run = (): Promise<Output<CallName>> => runWriter(name, handler as AnyWriter, context)
  const answer = await (handler.around ? handler.around(context, run) : run())
  await handler.afterwards?.(context, answer)
  return answer
}

function runWriter(
  name: CallName,
  { write, limit, present }: AnyWriter,
  context: CallContext<CallName>,
): Promise<Output<CallName>> {
  const { db, request, session } = context
  const shape: Call = contract[name]
  const within = (tx: Tx): WriteContext<CallName> => ({
    ...context,
    tx,
    audit: (action, entry) => writeAudit(tx, { ...entry, actorId: session?.userId ?? null, action, request }),
  })
  if (!shape.idempotent || !session) return inTransaction(db, (tx) => write(within(tx)))
  return once({ db, request, userId: session.userId, call: name }, (tx) => write(within(tx)), {
    ...(limit && { limit: limit(context) }),
    ...(present && { present: (tx, answer: Output<CallName>) => present(within(tx), answer) }),
  })
}
