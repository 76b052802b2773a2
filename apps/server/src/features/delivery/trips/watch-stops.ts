import type { Services } from '#http/calls.ts'
import { clearAlarm, listOpenSubjects } from '#platform/alarms/raise-alarm.ts'
import { listStopped } from './queries.ts'

/** Closes the alarms about riders who gave up an order, once another rider has the order or the order is over. */
export async function watchStops(services: Pick<Services, 'db' | 'log'>): Promise<void> {
  const raised = await listOpenSubjects(services.db, 'rider_stopped')
  if (raised.length === 0) return
  const stopped = new Set(await listStopped(services.db, raised))
  for (const subject of raised)
    if (!stopped.has(subject)) await clearAlarm(services, { code: 'rider_stopped', subject })
}
