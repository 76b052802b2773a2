import { inTransaction, type Tx } from '#db/connection.ts'
import { tellOfVisit } from '#features/bookings/visits/tell-customer.ts'
import type { Services } from '#http/calls.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { addJob } from '#worker/add-job.ts'
import {
  type DueReminder,
  findReminder,
  insertDueReminders,
  markMailed,
  markTexted,
  type ReminderKey,
} from './queries.ts'

/** The most transactions of one run; the next run a minute later continues. */
const MAX_ROUNDS = 40

/**
 * Records the reminders that are due and queues their messages in the same transaction, so that each is sent once by
 * any number of workers (docs/decisions/0116-reminders-and-feeds.md).
 */
export async function remindOfVisits({ db }: Pick<Services, 'db'>, now = new Date()): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const count = await inTransaction(db, async (tx) => {
      const due = await insertDueReminders(tx, now)
      for (const reminder of due) await queueReminder(tx, reminder)
      return due.length
    })
    if (count === 0) return
  }
}

async function queueReminder(tx: Tx, reminder: DueReminder): Promise<void> {
  const { id: visitId, sequence, hours } = reminder
  await tellOfVisit(tx, reminder, 'reminder')
  for (const name of ['push-visit-reminder', 'text-visit-reminder', 'mail-visit-reminder'])
    await addJob(tx, { name, payload: { visitId, sequence, hours } })
}

type SendServices = Pick<Services, 'db' | 'settings' | 'outside' | 'config'>

/**
 * Sends a reminder as a text message, if the shop and the customer want it and the visit still takes place then.
 * @throws MessageProviderError for the worker to try again later
 */
export async function textReminder({ db, settings, outside }: SendServices, key: ReminderKey): Promise<void> {
  if (!settings.isOn('smsVisitReminders')) return
  const found = await findReminder(db, key)
  if (!found?.phone || !isMobile(found.phone)) return
  const { phone: to, store, date, time, language } = found
  await outside.sms.send({
    to,
    text: settings.text('visitReminderMessage', { store, date, time }, language ?? undefined),
    template: { name: 'msg91VisitReminderDltTemplateId', values: [store, date, time] },
  })
  await markTexted(db, key)
}

/**
 * Mails a reminder, if the customer wants it and the visit still takes place then.
 * @throws MessageProviderError for the worker to try again later
 */
export async function mailReminder({ db, settings, outside, config }: SendServices, key: ReminderKey): Promise<void> {
  if (!settings.isOn('mailVisitReminders')) return
  const found = await findReminder(db, key)
  if (!found?.email) return
  const { email: to, store, date, time, unique_visit_id: number } = found
  const language = found.language ?? undefined
  const url = `${config.publicUrl ?? settings.get('storeUrl')}/visit/${number}`
  const message = settings.text('visitReminderMessage', { store, date, time }, language)
  await outside.mail.send({
    to,
    subject: settings.text('visitReminderTitle', {}, language),
    text: [message, '', settings.text('mailVisitLink', { url }, language)].join('\n'),
  })
  await markMailed(db, key)
}
