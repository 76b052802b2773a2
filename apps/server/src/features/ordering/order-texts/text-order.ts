import { wireMoney } from '@nukkad/rules/money.ts'
import { isNewForStore, orderStatusIds } from '@nukkad/rules/order-states.ts'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { addJob } from '#worker/add-job.ts'
import { findOrderEvent, findText, insertTexts, markSent, type OrderEventToText } from './queries.ts'

type TextServices = Pick<Services, 'db' | 'settings' | 'outside'>

/**
 * Queues the text messages about an order event: to the store's owners for a new order (`smsRestaurantNotify`), and to
 * its riders on duty for an accepted order (`smsDeliveryNotify`). A repeated run queues no message a second time.
 */
export async function textOrderEvent({ db, settings }: TextServices, eventId: bigint): Promise<void> {
  const event = await findOrderEvent(db, eventId)
  if (!event || event.is_old) return
  await inTransaction(db, async (tx) => {
    const tell = async (userIds: readonly number[], forRiders: boolean) => {
      for (const userId of await insertTexts(tx, { eventId, userIds, forRiders }))
        await addJob(tx, { name: 'send-order-text', payload: { eventId: String(eventId), userId } })
    }
    if (settings.isOn('smsRestaurantNotify') && isNewForStore(event)) await tell(event.owners, false)
    if (settings.isOn('smsDeliveryNotify') && isOffered(event)) await tell(event.riders, true)
  })
}

/** An order that a rider gave back appears in the riders' list, but the riders get no second text message about it. */
function isOffered({ from_status, to_status, delivery_type }: OrderEventToText): boolean {
  const isBack = from_status !== null && [2, 3, 4].includes(from_status)
  return to_status === orderStatusIds.accepted && delivery_type === 1 && !isBack
}

/**
 * Sends one text message about an order event. If the process stops after it has sent the message and before it has
 * recorded this, the message is sent again.
 * @throws MessageProviderError for the worker to try again later
 */
export async function sendOrderText(
  { db, settings, outside }: TextServices,
  { eventId, userId }: { eventId: bigint; userId: number },
): Promise<void> {
  const text = await findText(db, eventId, userId)
  if (!text) return
  // Accounts that were created before the server checked phone numbers may have an invalid number.
  if (!isMobile(text.phone)) return
  const { phone, for_riders: forRiders, unique_order_id: number } = text
  const total = `${settings.get('currencyFormat')}${wireMoney(text.total_minor, text.currency)}`
  const values = [number, ...(!forRiders && settings.isOn('smsRestOrderValue') ? [total] : [])]
  const introduction = settings.get(forRiders ? 'defaultSmsDeliveryMsg' : 'defaultSmsRestaurantMsg')
  await outside.sms.send({
    to: phone,
    text: [introduction, ...values].join(' '),
    template: { name: forRiders ? 'msg91NewOrderDeliveryDltTemplateId' : 'msg91NewOrderDltTemplateId', values },
  })
  await inTransaction(db, (tx) => markSent(tx, eventId, userId))
}
