import type { exportFaults } from '@nukkad/contract/insight/exports.ts'
import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Session } from '#http/session.ts'
import type { FileFormat } from './write-file.ts'

export type Query = { q?: string | null; sort?: string | null; filters?: Readonly<Record<string, string>> | null }
export type Maker = { userId: number; audience: 'staff' | 'store-owner' }
export type Destination = 'drive' | 'mail'
export type Fault = (typeof exportFaults)[number]
export type Export = { table: TableName; query: Query; format: FileFormat }

export type RunRow = Export &
  Maker & {
    id: number
    plan_id: number | null
    destination: Destination
    status: 'waiting' | 'running' | 'done' | 'failed'
    row_count: number
    /** The stores whose rows the file holds; null for all stores, and for a file that is not made yet. */
    stores: number[] | null
    drive_file_id: string | null
    link: string | null
    fault: Fault | null
    created_at: Date
    done_at: Date | null
  }

const runColumns = sql`id, plan_id, user_id as "userId", audience, table_name as "table", query, format, destination,
  status, row_count, stores, drive_file_id, link, fault, created_at, done_at`

/** Creates a ticket with which one session may fetch one file once. */
export async function insertTicket(
  tx: Tx,
  ticket: { hash: Buffer; sessionId: bigint; seconds: number; runId?: number } & Export,
): Promise<void> {
  const { hash, sessionId, seconds, runId = null, table, query, format } = ticket
  await sql`
    insert into export_tickets (ticket_hash, session_id, query, format, run_id, expires_at)
    values (${hash}, ${sessionId}, ${JSON.stringify({ table, query })}, ${format}, ${runId},
            now() + make_interval(secs => ${seconds}::int))`.execute(tx)
}

export type TakenTicket = Export & { run_id: number | null }

/** Deletes the ticket of this session and returns its export; a ticket of another session is not deleted. */
export async function takeTicket(
  db: Db,
  { hash, sessionId }: { hash: Buffer; sessionId: bigint },
): Promise<TakenTicket | undefined> {
  const { rows } = await sql<TakenTicket>`
    delete from export_tickets where ticket_hash = ${hash} and session_id = ${sessionId} and expires_at > now()
    returning query->>'table' as "table", query->'query' as query, format, run_id`.execute(db)
  return rows[0]
}

/**
 * Records that a file is to be made; returns undefined if another process has already recorded a run of the same plan
 * for the same time.
 */
export async function insertRun(
  tx: Tx,
  run: Export & Maker & { destination: Destination; planId?: number; plannedFor?: Date },
): Promise<number | undefined> {
  const { planId = null, plannedFor = null, userId, audience, table, query, format, destination } = run
  const { rows } = await sql<{ id: number }>`
    insert into export_runs (plan_id, planned_for, user_id, audience, table_name, query, format, destination)
    values (${planId}, ${plannedFor}, ${userId}, ${audience}, ${table}, ${JSON.stringify(query)}, ${format}, ${destination})
    on conflict on constraint export_runs__plan_moment do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Finds an export of this person; an export of another person counts as unknown. */
export async function findRun(db: Db, { id, userId }: { id: number; userId: number }): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from export_runs where id = ${id} and user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Lists at most `most` exports of this person, newest first. */
export async function listRuns(db: Db, userId: number, most: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from export_runs where user_id = ${userId} order by id desc limit ${most}`.execute(db)
  return rows
}

/** Claims a run, also a run whose worker has recorded no progress for a minute. */
export async function claimRun(db: Db, id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    update export_runs set status = 'running', seen_at = now(), row_count = 0, fault = null
     where id = ${id} and (status = 'waiting' or (status = 'running' and seen_at < now() - interval '1 minute'))
    returning ${runColumns}`.execute(db)
  return rows[0]
}

/** Returns whether a worker is making the file of this run now. */
export async function isBeingMade(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from export_runs where id = ${id} and status = 'running'`.execute(db)
  return rows.length > 0
}

/** Records the progress of a run, which also shows that its worker is alive. */
export async function noteProgress(db: Db, id: number, rowCount: number): Promise<void> {
  await sql`update export_runs set row_count = ${rowCount}, seen_at = now() where id = ${id}`.execute(db)
}

/** Records the stores whose rows a file will hold, before the file is written. */
export async function keepStores(db: Db, id: number, stores: Session['stores']): Promise<void> {
  await sql`update export_runs set stores = ${stores === 'all' ? null : [...stores]}::int[] where id = ${id}`.execute(
    db,
  )
}

/**
 * Records the file at Google Drive before the upload, so that a repeated job writes to the same file and creates no
 * second one.
 */
export async function keepDriveFileId(db: Db, id: number, fileId: string): Promise<void> {
  await sql`update export_runs set drive_file_id = ${fileId} where id = ${id}`.execute(db)
}

/**
 * Records how an attempt to make the file ended. A run that will be tried again has no end yet. A stored link to the
 * file of a run is never removed.
 */
export async function endRun(
  db: Db,
  id: number,
  end: { status: 'waiting' | 'done' | 'failed'; fault?: Fault; link?: string },
): Promise<void> {
  await sql`
    update export_runs set status = ${end.status}, fault = ${end.fault ?? null}, link = coalesce(${end.link ?? null}, link),
           seen_at = now(), done_at = case when ${end.status} = 'waiting' then null else now() end
     where id = ${id}`.execute(db)
}

export type PlanRow = Export &
  Maker & {
    id: number
    name: string
    destination: Destination
    cadence: 'daily' | 'weekly' | 'monthly'
    on_day: number | null
    at_hour: number
    is_active: boolean
    next_run_at: Date
  }

const planColumns = sql`id, user_id as "userId", audience, name, table_name as "table", query, format, destination,
  cadence, on_day, at_hour, is_active, next_run_at`

/** Lists the planned exports of this person, sorted by name. */
export async function listPlans(db: Db, userId: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from export_plans where user_id = ${userId} order by name, id`.execute(db)
  return rows
}

/** Finds a planned export of this person; a plan of another person counts as unknown. */
export async function findPlan(db: Db, { id, userId }: { id: number; userId: number }): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from export_plans where id = ${id} and user_id = ${userId}`.execute(db)
  return rows[0]
}

type PlanValues = Omit<PlanRow, 'id' | 'next_run_at'>

/**
 * Returns the first time after `after` at which a plan with this cadence runs; days and hours are in the shop's time
 * zone.
 */
function nextMoment(
  plan: Pick<PlanValues, 'cadence' | 'on_day' | 'at_hour'>,
  { after, timeZone }: { after: RawBuilder<unknown>; timeZone: string },
): RawBuilder<Date> {
  const { cadence, on_day: onDay, at_hour: hour } = plan
  return sql<Date>`(
    select min(moment) from (
      select (day + make_interval(hours => ${hour}::int)) at time zone ${timeZone} as moment
        from generate_series(date_trunc('day', ${after} at time zone ${timeZone}),
                             date_trunc('day', ${after} at time zone ${timeZone}) + interval '40 days', interval '1 day') as day
       where case ${cadence}::text when 'daily' then true when 'weekly' then extract(isodow from day) = ${onDay}::int
                             else extract(day from day) = ${onDay}::int end
    ) as moments where moment > ${after})`
}

/** Stores a planned export and calculates its first time in the shop's time zone. */
export async function insertPlan(tx: Tx, plan: PlanValues, timeZone: string): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    insert into export_plans (user_id, audience, name, table_name, query, format, destination, cadence, on_day, at_hour,
                              is_active, next_run_at)
    values (${plan.userId}, ${plan.audience}, ${plan.name}, ${plan.table}, ${JSON.stringify(plan.query)}, ${plan.format},
            ${plan.destination}, ${plan.cadence}, ${plan.on_day}, ${plan.at_hour}, ${plan.is_active},
            ${nextMoment(plan, { after: sql`now()`, timeZone })})
    returning ${planColumns}`.execute(tx)
  return rows[0]!
}

/** Changes a planned export and calculates its next time again from now, in the shop's time zone. */
export async function updatePlan(tx: Tx, id: number, plan: PlanValues, timeZone: string): Promise<PlanRow> {
  const { rows } = await sql<PlanRow>`
    update export_plans set name = ${plan.name}, table_name = ${plan.table}, query = ${JSON.stringify(plan.query)},
           format = ${plan.format}, destination = ${plan.destination}, cadence = ${plan.cadence}, on_day = ${plan.on_day},
           at_hour = ${plan.at_hour}, is_active = ${plan.is_active},
           next_run_at = ${nextMoment(plan, { after: sql`now()`, timeZone })}
     where id = ${id} and user_id = ${plan.userId}
    returning ${planColumns}`.execute(tx)
  return rows[0]!
}

/** Deletes a plan. Deletes a plan; its finished exports stay, without the plan. */
export async function deletePlan(tx: Tx, id: number): Promise<void> {
  await sql`delete from export_plans where id = ${id}`.execute(tx)
}

/** Locks a due plan until this transaction ends; skips plans that another worker has locked. */
export async function lockDuePlan(tx: Tx): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from export_plans where is_active and next_run_at <= now()
     order by next_run_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

/** Sets the plan's next time; if the plan has missed several times, one run replaces them all. */
export async function setNextRun(tx: Tx, plan: PlanRow, timeZone: string): Promise<void> {
  const next = nextMoment(plan, { after: sql`now()`, timeZone })
  await sql`update export_plans set next_run_at = ${next} where id = ${plan.id}`.execute(tx)
}

/** Switches a plan off, so that it no longer runs. */
export async function stopPlan(tx: Tx, id: number): Promise<void> {
  await sql`update export_plans set is_active = false where id = ${id}`.execute(tx)
}

/** Ends runs without progress for two hours; their jobs have no attempts left by then. */
export async function giveUpLostRuns(db: Db): Promise<void> {
  await sql`
    update export_runs set status = 'failed', fault = coalesce(fault, 'given-up'), done_at = now()
     where status in ('waiting', 'running') and coalesce(seen_at, created_at) < now() - interval '2 hours'`.execute(db)
}

/** Deletes runs that are a week old and returns them, so that the calling function can delete their files. */
export async function deleteOldRuns(db: Db): Promise<{ id: number; format: FileFormat; destination: Destination }[]> {
  const { rows } = await sql<{ id: number; format: FileFormat; destination: Destination }>`
    delete from export_runs where created_at < now() - interval '7 days' returning id, format, destination`.execute(db)
  return rows
}

/** Deletes download tickets that have expired. */
export async function deleteOldTickets(db: Db): Promise<void> {
  await sql`delete from export_tickets where expires_at < now()`.execute(db)
}

/** Finds the person who gets the link to a file by e-mail; `email` is null for a person without an e-mail address. */
export async function findAddress(db: Db, userId: number): Promise<{ email: string | null } | undefined> {
  return db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
}
