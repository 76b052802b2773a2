import type { Permission } from '@nukkad/contract/permissions.ts'
import type { webhookKinds } from '@nukkad/contract/webhook-kinds.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

const OLD_SECRET_HOURS = 24
/** Seconds after which the process of an unfinished try counts as dead. */
const LEASE_SECONDS = 60
const MAX_TRIES = 8

export type WebhookKind = (typeof webhookKinds)[number]
export type EndpointRow = {
  id: number
  url: string
  description: string
  kinds: WebhookKind[]
  is_active: boolean
  paused_because: 'failing' | 'gone' | null
  failing_since: Date | null
  old_secret_until: Date | null
  created_at: Date
}

const endpointColumns = sql`id, url, description, kinds, is_active, paused_because, failing_since, created_at,
  case when old_secret_until > now() then old_secret_until end as old_secret_until`

/** Lists all webhook endpoints with their secrets, oldest first. */
export async function listEndpoints(db: Db): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`select ${endpointColumns} from webhook_endpoints order by id`.execute(db)
  return rows
}

/** Locks an endpoint until the transaction ends, so that two changes run one after the other. */
export async function lockEndpoint(tx: Tx, id: number): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${endpointColumns} from webhook_endpoints where id = ${id} for update`.execute(tx)
  return rows[0]
}

type EndpointValues = Pick<EndpointRow, 'url' | 'description' | 'kinds' | 'is_active'>

/** Adds a webhook endpoint with its secret and the person who added it. */
export async function insertEndpoint(
  tx: Tx,
  { url, description, kinds, is_active, secret, createdBy }: EndpointValues & { secret: string; createdBy: number },
): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    insert into webhook_endpoints (url, description, kinds, is_active, secret, created_by)
    values (${url}, ${description}, ${kinds}::text[], ${is_active}, ${secret}, ${createdBy})
    returning ${endpointColumns}`.execute(tx)
  return rows[0]!
}

/**
 * Changes an endpoint. Changes an endpoint; switching the endpoint on again resets the time since which it has failed.
 */
export async function updateEndpoint(tx: Tx, id: number, values: EndpointValues): Promise<EndpointRow> {
  const { url, description, kinds, is_active } = values
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set url = ${url}, description = ${description}, kinds = ${kinds}::text[],
           failing_since = case when ${is_active} and not is_active then null else failing_since end,
           paused_because = case when ${is_active} then null else paused_because end, is_active = ${is_active}
     where id = ${id} returning ${endpointColumns}`.execute(tx)
  return rows[0]!
}

/**
 * Gives an endpoint a new secret. For `OLD_SECRET_HOURS` the old secret signs as well, so that the receiver can change
 * to the new secret without missing a webhook.
 */
export async function replaceSecret(tx: Tx, id: number, secret: string): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set old_secret = secret, secret = ${secret},
           old_secret_until = now() + make_interval(hours => ${OLD_SECRET_HOURS})
     where id = ${id} returning ${endpointColumns}`.execute(tx)
  return rows[0]!
}

/** Deletes an endpoint and all its deliveries, including those not yet sent. */
export async function deleteEndpoint(tx: Tx, id: number): Promise<void> {
  await sql`delete from webhook_endpoints where id = ${id}`.execute(tx)
}

/** Creates a test message for one endpoint only, and its delivery, which is due now. */
export async function insertTestDelivery(tx: Tx, endpointId: number): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    with event as (
      insert into webhook_events (kind, payload) values ('test', jsonb_build_object('endpoint_id', ${endpointId}::int)) returning id),
    added as (
      insert into webhook_deliveries (endpoint_id, event_id, next_try_at) select ${endpointId}, id, now() from event returning id)
    select id, queue_job('deliver-webhook', json_build_object('id', id::text), 'deliver-webhook:' || id, null, ${MAX_TRIES})
      from added`.execute(tx)
  return Number(rows[0]!.id)
}

/**
 * Makes deliveries due again, with the full number of tries.
 * @returns the number of these deliveries
 */
export async function replayDeliveries(
  tx: Tx,
  which: { deliveryId: number } | { endpointId: number; since: Date; onlyFailed: boolean },
): Promise<number> {
  const chosen =
    'deliveryId' in which
      ? sql`d.id = ${which.deliveryId}`
      : sql`d.endpoint_id = ${which.endpointId} and d.created_at >= ${which.since}
            and (not ${which.onlyFailed} or d.status <> 'delivered')`
  const { rows } = await sql`
    with again as (
      update webhook_deliveries d set status = 'waiting', tries = 0, next_try_at = now()
        from webhook_endpoints e where e.id = d.endpoint_id and e.is_active and ${chosen} returning d.id)
    select queue_job('deliver-webhook', json_build_object('id', id::text), 'deliver-webhook:' || id, null, ${MAX_TRIES})
      from again order by id`.execute(tx)
  return rows.length
}

export type DueDelivery = {
  id: bigint
  tries: number
  endpoint_id: number
  url: string
  is_active: boolean
  secret: string
  old_secret: string | null
  message_id: string
  kind: string
  payload: unknown
  at: Date
}

/** Claims a due delivery for one try. */
export async function claimDelivery(db: Db, id: bigint): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries d set tries = d.tries + 1, next_try_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from webhook_endpoints e, webhook_events v
     where d.id = ${id} and d.status = 'waiting' and d.next_try_at <= now() and e.id = d.endpoint_id and v.id = d.event_id
    returning d.id, d.tries, e.id as endpoint_id, e.url, e.is_active, e.secret,
              case when e.old_secret_until > now() then e.old_secret end as old_secret,
              v.message_id, v.kind, v.payload, v.at`.execute(db)
  return rows[0]
}

export type Outcome = {
  status: 'waiting' | 'delivered' | 'dead'
  triedAt: Date
  answerStatus: number | null
  ms: number
  fault: string | null
  answer: string
  nextTryAt: Date | null
}

/**
 * Records one try of a delivery: its answer, its duration in milliseconds, and the time of the next try, which is null
 * after the last try.
 */
export async function noteTry(tx: Tx, id: bigint, outcome: Outcome): Promise<void> {
  const { status, triedAt, answerStatus, ms, fault, answer, nextTryAt } = outcome
  await sql`
    update webhook_deliveries set status = ${status}, last_status = ${answerStatus}, last_ms = ${ms}, last_fault = ${fault},
           last_answer = ${answer}, last_try_at = ${triedAt}, next_try_at = ${nextTryAt}
     where id = ${id}`.execute(tx)
}

/** Resets the time since which an endpoint has failed, after it accepted a delivery. */
export async function noteEndpointWell(tx: Tx, id: number): Promise<void> {
  await sql`update webhook_endpoints set failing_since = null where id = ${id} and failing_since is not null`.execute(
    tx,
  )
}

/**
 * Records a failure, and stops an endpoint that has failed for `days` days.
 * @returns whether this failure stopped the endpoint
 */
export async function noteEndpointFails(
  tx: Tx,
  id: number,
  { isGone, days }: { isGone: boolean; days: number },
): Promise<{ stopped: boolean; url: string; created_by: number } | undefined> {
  const { rows } = await sql<{ stopped: boolean; url: string; created_by: number }>`
    update webhook_endpoints e set failing_since = coalesce(e.failing_since, now()), is_active = not s.stops,
           paused_because = case when s.stops then ${isGone ? 'gone' : 'failing'} else e.paused_because end
      from (select id, ${isGone} or coalesce(failing_since, now()) < now() - make_interval(days => ${days}) as stops
              from webhook_endpoints where id = ${id} for update) s
     where e.id = s.id and e.is_active
    returning s.stops as stopped, e.url, e.created_by`.execute(tx)
  return rows[0]
}

/** Returns the e-mail address to which a person is notified of a stopped webhook; undefined if they have none. */
export async function findMailAddress(db: Db, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email ?? undefined
}

/** Deletes messages older than thirty days, with the log of their tries. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await sql`delete from webhook_events where at < now() - interval '30 days'`.execute(db)
}

export type KeyRow = {
  id: number
  name: string
  ending: string
  permissions: Permission[]
  made_by: string
  last_used_at: Date | null
  revoked_at: Date | null
  created_at: Date
}

/**
 * Lists at most 200 API keys, revoked ones last, or only the one with this id. An answer shows only the last characters
 * of an API key.
 */
export async function listKeys(db: Db, id: number | null = null): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.ending, k.permissions, u.name as made_by, k.last_used_at, k.revoked_at, k.created_at
      from api_keys k join users u on u.id = k.user_id
     where ${id}::int is null or k.id = ${id}::int
     order by k.revoked_at is not null, k.id desc limit 200`.execute(db)
  return rows
}
