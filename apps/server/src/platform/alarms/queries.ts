import type { AlarmCode } from '@nukkad/contract/operations/alarms.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'

export type AlarmFacts = Record<string, string | number>

/**
 * Opens an alarm or, if it is open already, increments its count; returns how often the cause of the alarm was
 * detected.
 */
export async function upsertAlarm(
  db: Db,
  { code, subject, facts }: { code: AlarmCode; subject: string; facts: AlarmFacts },
): Promise<number> {
  const { rows } = await sql<{ times_seen: number }>`
    insert into alarms as a (code, subject, facts) values (${code}, ${subject}, ${JSON.stringify(facts)})
    on conflict (code, subject) where closed_at is null
    do update set times_seen = a.times_seen + 1, last_seen_at = now(), facts = excluded.facts
    returning times_seen`.execute(db)
  return rows[0]!.times_seen
}

/**
 * Closes the open alarm of this code and subject, because its cause has ended; returns false if no such alarm was open.
 */
export async function closeGone(db: Db, { code, subject }: { code: AlarmCode; subject: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarms')
    .set({ closed_at: sql<Date>`now()` })
    .where('code', '=', code)
    .where('subject', '=', subject)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists the subjects of the open alarms with one code. */
export async function listSubjects(db: Db, code: AlarmCode): Promise<string[]> {
  const rows = await db
    .selectFrom('alarms')
    .select('subject')
    .where('code', '=', code)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Locks an open alarm and returns its code and subject. */
export async function lockOpenAlarm(tx: Tx, id: number): Promise<{ code: string; subject: string } | undefined> {
  return tx
    .selectFrom('alarms')
    .select(['code', 'subject'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function closeByStaff(tx: Tx, { id, staffId }: { id: number; staffId: number }): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ closed_at: sql<Date>`now()`, closed_by_id: staffId })
    .where('id', '=', id)
    .execute()
}

/**
 * Lists open alarms of these codes, the newest first, at most 10 of each code, because strangers may be able to raise
 * some alarms often.
 */
export async function listOpen(db: Db, codes: readonly AlarmCode[]) {
  const ranked = db
    .selectFrom('alarms')
    .selectAll()
    .select(sql<number>`row_number() over (partition by code order by raised_at desc, id desc)`.as('place'))
    .where('closed_at', 'is', null)
    .where('code', 'in', [...codes])
  return db
    .selectFrom(ranked.as('a'))
    .select(['id', 'code', 'subject', 'facts', 'raised_at', 'last_seen_at', 'times_seen'])
    .where('place', '<=', sql<number>`10`)
    .orderBy('raised_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
