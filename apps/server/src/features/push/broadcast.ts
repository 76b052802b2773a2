import { inTransaction, type Tx } from '#db/connection.ts'
import { storeNotifications } from '#features/notifications/notify.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { addJob } from '#worker/add-job.ts'
import {
  type BroadcastRow,
  insertBroadcast,
  listNextCustomers,
  lockBroadcast,
  noteProgress,
} from './broadcast-queries.ts'
import { isAllowedLink, isOwnPath } from './link.ts'
import { isPushOn, type PushContent, toPayload } from './payload.ts'
import { insertDeliveries, listRecipients } from './queries.ts'

type BroadcastServices = Pick<Services, 'db' | 'settings' | 'config'>

export type Broadcast = {
  title: string
  message: string
  image: string | null
  clickAction: string | null
  to: 'all' | readonly number[]
  /** Who says it; null for the shop itself. */
  staffId: number | null
}

/** Customers who are told in one step, each step a transaction of well under a second. */
const STEP = 500
const TTL_SECONDS = 24 * 3600

/**
 * Tells customers something: each finds it among his notifications, and browsers that listen get a push (L-05). Goes out
 * in steps by jobs, thousands of people within seconds, and goes on where it stood when a step fails.
 * @returns the id of the broadcast
 * @throws AppError INVALID_INPUT for a link or picture that may not be shown
 */
export async function broadcast(services: BroadcastServices, tx: Tx, said: Broadcast): Promise<number> {
  checkLinks(services, said)
  const { title, message, image, clickAction, to, staffId } = said
  const id = await insertBroadcast(tx, {
    staffId,
    userIds: to === 'all' ? null : [...new Set(to)],
    data: { title, message, image, click_action: clickAction },
  })
  await addJob(tx, stepOf(id))
  return id
}

/** Tells the next customers of a broadcast and queues the step after it, all or nothing. */
export async function tellNextCustomers(services: BroadcastServices, id: number): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const said = await lockBroadcast(tx, id)
    if (!said || said.is_finished) return
    const userIds = await listNextCustomers(tx, { ...said, most: STEP })
    await storeNotifications(tx, userIds, { ...said.data, badge: null, icon: null, unique_order_id: null })
    await pushTo(tx, services, { said, userIds })
    const isLast = userIds.length < STEP
    await noteProgress(tx, { id, lastUserId: userIds.at(-1) ?? said.last_user_id, told: userIds.length, isLast })
    if (!isLast) await addJob(tx, stepOf(id))
  })
}

async function pushTo(
  tx: Tx,
  { settings, config }: BroadcastServices,
  { said, userIds }: { said: BroadcastRow; userIds: readonly number[] },
): Promise<void> {
  if (!isPushOn(settings)) return
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
}

function stepOf(id: number) {
  return { name: 'tell-next-customers', payload: { id: String(id) }, key: `broadcast:${id}` }
}

function checkLinks({ settings, config }: BroadcastServices, { image, clickAction }: Broadcast): void {
  const ownUrl = config.publicUrl ?? settings.get('storeUrl')
  const listedHosts = settings
    .get('allowedLinkHosts')
    .split(',')
    .map((host) => host.trim().toLowerCase())
  const fields = {
    ...(clickAction !== null &&
      !isAllowedLink(clickAction, { ownUrl, listedHosts }) && { click_action: 'fieldLinkForbidden' as const }),
    // The page shows pictures of its own site only.
    ...(image !== null && !isOwnPath(image) && { image: 'fieldLinkForbidden' as const }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}
