import type { Input } from '@nukkad/contract/contract.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { storeNotifications } from '#platform/notifications/notify.ts'
import { keepShopPictures } from '#platform/pictures/save-picture.ts'
import { isAllowedTarget, isOwnPath } from '#platform/settings/allowed-link.ts'
import { addJob } from '#worker/add-job.ts'
import {
  type Addressees,
  type BroadcastRow,
  countRecipients,
  insertBroadcast,
  listNextCustomers,
  lockBroadcast,
  noteProgress,
  setCancelled,
} from './broadcast-queries.ts'
import { isPushOn, type PushContent, toPayload } from './payload.ts'
import { countGuests, insertDeliveries, listNextGuests, listRecipients } from './queries.ts'

type BroadcastServices = Pick<Services, 'db' | 'settings' | 'config'>

export type Broadcast = {
  title: string
  message: string
  image: string | null
  clickAction: string | null
  to: Input<'dashboard/send-push-notification'>['to']
  /** The time at which sending begins; undefined means now. */
  at?: Date | null
  /** The member of staff who sends the broadcast; null if the shop itself sends it. */
  staffId: number | null
}

/** Maximum milliseconds by which the chosen time may be past, because it may have passed while the form was open. */
const MAX_LATE_MS = 10 * 60_000
const MAX_AHEAD_MS = 366 * 24 * 3_600_000
/** Number of customers who are notified in one step, which is a transaction of well under a second. */
const STEP = 500
const TTL_SECONDS = 24 * 3600

/**
 * Notifies customers: each gets a notification, and their subscribed browsers get a push (L-05). With `toGuests`,
 * notifies devices without an account instead of customers. Jobs send the broadcast in steps, to thousands of people
 * within seconds, and resume after a failed step.
 * @returns the id of the broadcast
 * @throws AppError INVALID_INPUT for a link or picture that is not allowed, or a time that is past or more than a year
 * ahead
 */
export async function broadcast(services: BroadcastServices, tx: Tx, said: Broadcast): Promise<number> {
  checkSaid(services, said)
  const { title, message, image, clickAction, to, staffId, at } = said
  const runAt = at ?? undefined
  const data = { title, message, image, click_action: clickAction }
  const id = await insertBroadcast(tx, { staffId, ...toColumns(to), data, runAt })
  if (image) await keepShopPictures(tx, [image])
  await addJob(tx, { ...stepOf(id), ...(runAt && { runAt }) })
  return id
}

/** Notifies the next recipients of a broadcast and queues the next step, in one transaction. */
export async function tellNextCustomers(services: BroadcastServices, id: number): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const said = await lockBroadcast(tx, id)
    if (!said || said.is_finished) return
    const step = said.to_guests ? await tellGuests(tx, services, said) : await tellCustomers(tx, services, said)
    const { listed, ...progress } = step
    const isLast = listed < STEP
    await noteProgress(tx, { id, ...progress, isLast })
    if (!isLast) await addJob(tx, stepOf(id))
  })
}

/** `listed` counts all recipients of a step; `told` counts only those who have not switched offers off. */
type Step = { listed: number; told: number; pushed: number; lastUserId: number }

async function tellCustomers(tx: Tx, services: BroadcastServices, said: BroadcastRow): Promise<Step> {
  const userIds = await listNextCustomers(tx, { ...said, most: STEP })
  const reached = new Set(
    await storeNotifications(tx, userIds, {
      ...said.data,
      badge: null,
      icon: null,
      unique_order_id: null,
      kind: 'offer',
    }),
  )
  const publicKey = keyOf(services)
  const recipients = publicKey
    ? await listRecipients(tx, { userIds, audience: 'customer', publicKey, kind: 'offer' })
    : []
  const browsers = recipients.map(({ id }) => id)
  for (const { user_id } of recipients) reached.add(user_id)
  await pushTo(tx, services, { said, browsers })
  return {
    listed: userIds.length,
    told: reached.size,
    pushed: browsers.length,
    lastUserId: userIds.at(-1) ?? said.last_user_id,
  }
}

/** Sends pushes to guests, who have no list of notifications. */
async function tellGuests(tx: Tx, services: BroadcastServices, said: BroadcastRow): Promise<Step> {
  const publicKey = keyOf(services)
  const browsers = publicKey ? await listNextGuests(tx, { after: said.last_user_id, publicKey, most: STEP }) : []
  await pushTo(tx, services, { said, browsers })
  return {
    listed: browsers.length,
    told: browsers.length,
    pushed: browsers.length,
    lastUserId: browsers.at(-1) ?? said.last_user_id,
  }
}

/** Returns the public key with which browsers subscribe now; undefined while pushes are off. */
function keyOf({ settings }: BroadcastServices): string | undefined {
  return isPushOn(settings) ? settings.get('firebasePublic') : undefined
}

async function pushTo(
  tx: Tx,
  { settings, config }: BroadcastServices,
  { said, browsers }: { said: BroadcastRow; browsers: readonly number[] },
): Promise<void> {
  const { image, ...texts } = said.data
  const content: PushContent = { ...texts, ...(image && { image }) }
  const payload = toPayload(content, config.publicUrl ?? settings.get('storeUrl').replace(/\/+$/, ''))
  await insertDeliveries(
    tx,
    { key: `broadcast:${said.id}`, ttlSeconds: TTL_SECONDS, urgency: 'low', kind: said.to_guests ? null : 'offer' },
    browsers.map((subscriptionId) => ({ subscriptionId, payload })),
  )
}

/** Counts the customers that a message would notify now, and their browsers that receive pushes. */
export async function countAddressees(
  { db, settings }: BroadcastServices,
  to: Broadcast['to'],
): Promise<{ customers: number; browsers: number }> {
  const publicKey = isPushOn(settings) ? settings.get('firebasePublic') : ''
  if (to === 'guests') return { customers: 0, browsers: await countGuests(db, publicKey) }
  return countRecipients(db, { ...toColumns(to), publicKey })
}

/** Converts the recipients of a message into the columns of its row. */
function toColumns(to: Broadcast['to']): Addressees {
  const nobodyYet = { userIds: null, segment: null, toGuests: false }
  if (to === 'all') return nobodyYet
  if (to === 'guests') return { ...nobodyYet, toGuests: true }
  if ('segment' in to) return { ...nobodyYet, segment: to.segment }
  return { ...nobodyYet, userIds: [...new Set(to)] }
}

/**
 * Stops a broadcast that is scheduled, or the rest of one that is being sent.
 * @throws AppError NOT_FOUND, BROADCAST_OVER when all recipients were notified, or the broadcast was stopped before
 */
export async function cancelBroadcast(tx: Tx, id: number): Promise<{ told: number }> {
  const said = await lockBroadcast(tx, id)
  if (!said) throw new AppError('NOT_FOUND')
  if (said.is_finished) throw new AppError('BROADCAST_OVER')
  await setCancelled(tx, id)
  return { told: said.told }
}

function stepOf(id: number) {
  return { name: 'tell-next-customers', payload: { id: String(id) }, key: `broadcast:${id}` }
}

function checkSaid(services: BroadcastServices, { image, clickAction, at }: Broadcast): void {
  const soonest = Date.now() - MAX_LATE_MS
  const latest = Date.now() + MAX_AHEAD_MS
  const fields = {
    ...(clickAction !== null &&
      !isAllowedTarget(services, clickAction) && { click_action: 'fieldLinkForbidden' as const }),
    // A picture of another site is refused, because the app shows only pictures of its own site.
    ...(image !== null && !isOwnPath(image) && { image: 'fieldLinkForbidden' as const }),
    ...(at && (at.getTime() < soonest || at.getTime() > latest) && { at: 'fieldMomentInvalid' as const }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}
