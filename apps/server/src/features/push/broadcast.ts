import type { Input } from '@nukkad/contract/contract.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { storeNotifications } from '#features/notifications/notify.ts'
import { keepShopPictures } from '#features/pictures/save-picture.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { addJob } from '#worker/add-job.ts'
import {
  type BroadcastRow,
  insertBroadcast,
  listNextCustomers,
  lockBroadcast,
  noteProgress,
  type Segment,
  setCancelled,
} from './broadcast-queries.ts'
import { isAllowedTarget, isOwnPath } from './link.ts'
import { isPushOn, type PushContent, toPayload } from './payload.ts'
import { insertDeliveries, listRecipients } from './queries.ts'

type BroadcastServices = Pick<Services, 'db' | 'settings' | 'config'>

export type Broadcast = {
  title: string
  message: string
  image: string | null
  clickAction: string | null
  to: Input<'dashboard/send-push-notification'>['to']
  /** When it begins to go out; now when nothing is said. */
  at?: Date | null
  /** Who says it; null for the shop itself. */
  staffId: number | null
}

/** A moment that was chosen while the form was open may have come. */
const MOST_LATE_MS = 10 * 60_000
const MOST_AHEAD_MS = 366 * 24 * 3_600_000
/** Customers who are told in one step, each step a transaction of well under a second. */
const STEP = 500
const TTL_SECONDS = 24 * 3600

/**
 * Tells customers something: each finds it among his notifications, and browsers that listen get a push (L-05). Goes out
 * in steps by jobs, thousands of people within seconds, and goes on where it stood when a step fails.
 * @returns the id of the broadcast
 * @throws AppError INVALID_INPUT for a link or picture that may not be shown, or a moment that is past or a year away
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

/** Tells the next customers of a broadcast and queues the step after it, all or nothing. */
export async function tellNextCustomers(services: BroadcastServices, id: number): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const said = await lockBroadcast(tx, id)
    if (!said || said.is_finished) return
    const userIds = await listNextCustomers(tx, { ...said, most: STEP })
    await storeNotifications(tx, userIds, { ...said.data, badge: null, icon: null, unique_order_id: null })
    const pushed = await pushTo(tx, services, { said, userIds })
    const isLast = userIds.length < STEP
    const lastUserId = userIds.at(-1) ?? said.last_user_id
    await noteProgress(tx, { id, lastUserId, told: userIds.length, pushed, isLast })
    if (!isLast) await addJob(tx, stepOf(id))
  })
}

async function pushTo(
  tx: Tx,
  { settings, config }: BroadcastServices,
  { said, userIds }: { said: BroadcastRow; userIds: readonly number[] },
): Promise<number> {
  if (!isPushOn(settings)) return 0
  const publicKey = settings.get('firebasePublic')
  const recipients = await listRecipients(tx, { userIds, audience: 'customer', publicKey })
  const { image, ...words } = said.data
  const content: PushContent = { ...words, ...(image && { image }) }
  const payload = toPayload(content, config.publicUrl ?? settings.get('storeUrl').replace(/\/+$/, ''))
  await insertDeliveries(
    tx,
    { key: `broadcast:${said.id}`, ttlSeconds: TTL_SECONDS, urgency: 'low' },
    recipients.map(({ id }) => ({ subscriptionId: id, payload })),
  )
  return recipients.length
}

/** Which customers a message is for, as its row keeps it. */
export function toColumns(to: Broadcast['to']): { userIds: number[] | null; segment: Segment | null } {
  if (to === 'all') return { userIds: null, segment: null }
  if ('segment' in to) return { userIds: null, segment: to.segment }
  return { userIds: [...new Set(to)], segment: null }
}

/**
 * Stops what is to go out later, or the rest of what is going out.
 * @throws AppError NOT_FOUND, BROADCAST_OVER when everybody was told or it was stopped before
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
  const soonest = Date.now() - MOST_LATE_MS
  const latest = Date.now() + MOST_AHEAD_MS
  const fields = {
    ...(clickAction !== null &&
      !isAllowedTarget(services, clickAction) && { click_action: 'fieldLinkForbidden' as const }),
    // The page shows pictures of its own site only.
    ...(image !== null && !isOwnPath(image) && { image: 'fieldLinkForbidden' as const }),
    ...(at && (at.getTime() < soonest || at.getTime() > latest) && { at: 'fieldMomentInvalid' as const }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}
