import type { Tx } from '#db/connection.ts'
import { notify } from '#platform/notifications/notify.ts'
import { findCaseOfApproval } from './queries.ts'

/** Notifies a customer of the answer to their case. */
export async function tellAnswer(
  tx: Tx,
  { userId, order, answer }: { userId: number; order: string; answer: string },
): Promise<void> {
  await notify(tx, { userId, title: 'caseNoticeTitle', message: 'caseNoticeText', params: { order, answer } })
}

/**
 * Notifies the customer of the answer to the case that this refund or wallet credit settles, once its money has moved.
 */
export async function tellOfSettledCase(tx: Tx, approvalId: number): Promise<void> {
  const settled = await findCaseOfApproval(tx, approvalId)
  if (settled?.answer)
    await tellAnswer(tx, { userId: settled.user_id, order: settled.unique_order_id, answer: settled.answer })
}
