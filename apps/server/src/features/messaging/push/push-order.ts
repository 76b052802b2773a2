import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { orderNewsOf } from '@nukkad/rules/order-news.ts'
import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { isNewForStore, orderStatusIds } from '@nukkad/rules/order-states.ts'
import { inTransaction } from '#db/connection.ts'
import { isPushOn, type PushContent } from './payload.ts'
import { findOrderEvent, type OrderEventToPush } from './queries.ts'
import { type Message, type PushServices, type Texts, writeDown } from './write-down.ts'

const HOUR_SECONDS = 3600
/** Seconds after which a push about an offer expires, because an offer is useful only for a short time. */
const OFFER_TTL_SECONDS = 600

const { accepted, assigned, picked_up: pickedUp } = orderStatusIds

/**
 * Sends one order event to the people concerned: states 2 to 7 to the customer, an offer and its end to riders, a new
 * order to the store (docs/reference/wire.md#push-payload). A repeated run sends no second push.
 */
export async function pushOrderEvent(services: PushServices, eventId: bigint): Promise<void> {
  const { db, settings } = services
  if (!isPushOn(settings)) return
  const event = await findOrderEvent(db, eventId)
  if (!event || event.is_old) return
  const messages = [...forCustomer(event, services), ...forRiders(event, services), ...forStore(event, services)]
  await inTransaction(db, async (tx) => {
    for (const message of messages) await writeDown(tx, `order-event:${event.id}`, message, services)
  })
}

function forCustomer(event: OrderEventToPush, { settings }: PushServices): Message[] {
  // The customer gets no push when only the rider changes.
  const news = event.from_status === event.to_status ? undefined : orderNewsOf(event.to_status, event.delivery_type)
  if (!news || !settings.isOn('enablePushNotificationOrders')) return []
  const { unique_order_id, store_name: store, store_image: icon, rider_name } = event
  const params = { store, rider: rider_name ?? '', number: shortOrderNumber(unique_order_id) }
  const texts: Texts = (language) => ({
    title: settings.text(news.title, {}, language),
    message: settings.text(news.message, params, language),
    click_action: `/running-order/${unique_order_id}`,
    unique_order_id,
    icon,
  })
  return [
    {
      userIds: [event.user_id],
      audience: 'customer',
      about: { ttlSeconds: HOUR_SECONDS, urgency: 'high', kind: 'order' },
      texts,
    },
  ]
}

function forRiders(event: OrderEventToPush, { settings }: PushServices): Message[] {
  const { unique_order_id, to_status, from_status, rider_id } = event
  const isOffered = to_status === accepted
  // A rider whom staff assign gets a push too, because they have not seen an offer.
  const isGiven = event.actor === 'staff' && rider_id !== null && (to_status === assigned || to_status === pickedUp)
  if (event.delivery_type !== 1) return []
  const say = (title: TextKey, message: TextKey, more: Partial<PushContent>): Texts => {
    return (language) => ({
      title: settings.text(title, {}, language),
      message: settings.text(message, {}, language),
      click_action: '/delivery',
      unique_order_id,
      ...more,
    })
  }
  const click_action = `/delivery/orders/${unique_order_id}`
  const ofNewOrder = say('deliveryGuyNewOrderNotificationMsg', 'deliveryGuyNewOrderNotificationMsgSub', {
    click_action,
  })
  const texts = isOffered
    ? ofNewOrder
    : say('deliveryAlreadyAccepted', 'deliveryNewOrdersTitle', { stop_playing: 'yes' })
  const about = { ttlSeconds: OFFER_TTL_SECONDS, urgency: 'high', kind: null } as const
  const userIds = event.riders.filter((rider) => rider !== rider_id)
  const isOfferOrEnd = isOffered !== (from_status === accepted)
  return [
    ...(isOfferOrEnd ? [{ userIds, audience: 'delivery' as const, about, texts }] : []),
    ...(isGiven ? [{ userIds: [rider_id!], audience: 'delivery' as const, about, texts: ofNewOrder }] : []),
  ]
}

function forStore(event: OrderEventToPush, { settings }: PushServices): Message[] {
  if (!isNewForStore(event)) return []
  const { unique_order_id } = event
  const texts: Texts = () => ({
    title: settings.get('restaurantNewOrderNotificationMsg'),
    message: settings.get('restaurantNewOrderNotificationMsgSub'),
    click_action: null,
    unique_order_id,
  })
  return [
    {
      userIds: event.owners,
      audience: 'store-owner',
      about: { ttlSeconds: HOUR_SECONDS, urgency: 'high', kind: null },
      texts,
    },
  ]
}
