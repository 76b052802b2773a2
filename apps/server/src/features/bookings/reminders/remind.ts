import { inTransaction, type Tx } from '#db/connection.ts'
import { tellOfVisit } from '#features/bookings/visits/tell-customer.ts'
import type { Services } from '#http/calls.ts'
import { visitText, withLocalTime } from '#platform/notifications/visit-text.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { textAboutVisit } from '#platform/phones/text-about-visit.ts'
import { addJob } from '#worker/add-job.ts'
import {
  type DueReminder,
  findReminder,
  insertDueReminders,
  markMailed,
  markTexted,
  type ReminderKey,
} from './queries.ts'

/** Maximum number of transactions in one run; the next run, a minute later, continues. */
const MAX_ROUNDS = 40

/**
 * Records the reminders that are due and queues their messages in the same transaction, so that each message is sent
 * once, however many workers run (docs/decisions/0116-reminders-and-feeds.md).
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
 * Sends a reminder as a text message, if the shop and the customer want text messages and the visit still takes place
 * at that time. Above the daily limit of text messages, no text message is sent; the customer still gets the reminder
 * by the other channels.
 * @throws MessageProviderError for the worker to try again later
 */
export async function textReminder({ db, settings, outside }: SendServices, key: ReminderKey): Promise<void> {
  if (!settings.isOn('smsVisitReminders')) return
  const found = await findReminder(db, key)
  if (!found?.phone || !isMobile(found.phone)) return
  const { user_id: userId, phone: to, store, date, time, language } = found
  const params = { store, date, time }
  // The values are in the shop's language, because the SMS provider has registered the template in that language.
  const values = Object.values(withLocalTime(settings, params, undefined))
  const isSent = await textAboutVisit(
    { db, sms: outside.sms },
    {
      userId,
      to,
      text: visitText(settings, { key: 'visitReminderMessage', params }, language ?? undefined),
      template: { name: 'msg91VisitReminderDltTemplateId', values },
    },
  )
  if (isSent) await markTexted(db, key)
}

/**
 * Sends a reminder by e-mail, if the customer wants e-mails and the visit still takes place at that time.
 * @throws MessageProviderError for the worker to try again later
 */
export async function mailReminder({ db, settings, outside, config }: SendServices, key: ReminderKey): Promise<void> {
  if (!settings.isOn('mailVisitReminders')) return
  const found = await findReminder(db, key)
  if (!found?.email) return
  const { email: to, store, date, time, unique_visit_id: number } = found
  const language = found.language ?? undefined
  const url = `${config.publicUrl ?? settings.get('storeUrl')}/visit/${number}`
  const message = visitText(settings, { key: 'visitReminderMessage', params: { store, date, time } }, language)
  await outside.mail.send({
    to,
    subject: settings.text('visitReminderTitle', {}, language),
    text: [message, '', settings.text('mailVisitLink', { url }, language)].join('\n'),
  })
  await markMailed(db, key)
}
