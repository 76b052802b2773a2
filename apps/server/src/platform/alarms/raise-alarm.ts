import type { Output } from '@nukkad/contract/contract.ts'
import { type AlarmCode, alarms } from '@nukkad/contract/operations/alarms.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import type { Db } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { logEvent } from '#log-events.ts'
import { type AlarmFacts, closeGone, listOpen, listSubjects, upsertAlarm } from './queries.ts'

type Alarm = { code: AlarmCode; subject?: string; facts?: AlarmFacts }

/**
 * Raises an alarm: a line in the log with its code, the metric `nukkad_alarms` and a row on the dashboard's home page.
 * If the alarm is open already, its count is incremented, without a second line in the log.
 */
export async function raiseAlarm(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { code, subject = '', facts = {} }: Alarm,
): Promise<void> {
  const timesSeen = await upsertAlarm(db, { code, subject, facts })
  if (timesSeen === 1) logEvent(log, 'alarm.raised', { alarm: code, subject, ...facts })
}

/** Closes an alarm whose cause has ended; does nothing if no such alarm is open. */
export async function clearAlarm(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { code, subject = '' }: Omit<Alarm, 'facts'>,
): Promise<void> {
  if (await closeGone(db, { code, subject })) logEvent(log, 'alarm.cleared', { alarm: code, subject })
}

/** Lists the subjects of the open alarms with one code, so that a check can close the alarms whose cause has ended. */
export async function listOpenSubjects(db: Db, code: AlarmCode): Promise<string[]> {
  return listSubjects(db, code)
}

/** Lists the open alarms that these permissions allow. */
export async function listAlarms(db: Db, held: readonly Permission[]): Promise<Output<'dashboard/home'>['alarms']> {
  const codes = codesFor(held)
  if (codes.length === 0) return []
  const rows = await listOpen(db, codes)
  return rows.map(({ raised_at, last_seen_at, code, facts, ...row }) => ({
    ...row,
    code: code as AlarmCode,
    facts: facts as AlarmFacts,
    raised_at: raised_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }))
}

function codesFor(held: readonly Permission[]): AlarmCode[] {
  return (Object.keys(alarms) as AlarmCode[]).filter((code) => held.includes(alarms[code].permission))
}
