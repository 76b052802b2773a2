import { OFFER_MINUTES } from '@nukkad/rules/wait-list.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { notify } from '#platform/notifications/notify.ts'
import { salonTime } from '#platform/notifications/visit-text.ts'
import { addJob } from '#worker/add-job.ts'

type OfferNews = { userId: number; storeId: number; visitId: number; number: string; startsAt: Date }

/**
 * Notifies a customer of an offer, in the app's list of notifications and by a message to their devices. The time is in
 * the salon's time zone.
 */
export async function tellOfOffer(tx: Tx, { userId, storeId, visitId, number, startsAt }: OfferNews): Promise<void> {
  const { rows } = await sql<{ name: string; slug: string; date: string; time: string }>`
    select s.name, s.slug, ${salonTime(sql`${startsAt}::timestamptz`)} from stores s where s.id = ${storeId}`.execute(
    tx,
  )
  const { name: store, slug, date, time } = rows[0]!
  await notify(tx, {
    userId,
    kind: 'order',
    title: 'waitOfferTitle',
    message: 'waitOfferMessage',
    params: { store, date, time, minutes: OFFER_MINUTES },
    link: `/book/${slug}/${number}`,
  })
  await addJob(tx, { name: 'push-visit-offer', payload: { id: visitId } })
}

/** Notifies a customer whose entry ended because they let offers expire. */
export async function tellOfEnd(tx: Tx, { userId, storeId }: { userId: number; storeId: number }): Promise<void> {
  const store = await nameOf(tx, storeId)
  await notify(tx, {
    userId,
    kind: 'order',
    title: 'waitEndedTitle',
    message: 'waitEndedMessage',
    params: { store },
    link: '/my-visits',
  })
}

/** Notifies a customer whom the salon removed from its wait list. */
export async function tellOfRemoval(
  tx: Tx,
  { userId, storeId, reason }: { userId: number; storeId: number; reason: string },
): Promise<void> {
  const store = await nameOf(tx, storeId)
  await notify(tx, {
    userId,
    kind: 'order',
    title: 'waitEndedTitle',
    message: 'waitRemovedMessage',
    params: { store, reason },
    link: '/my-visits',
  })
}

async function nameOf(tx: Tx, storeId: number): Promise<string> {
  const { name } = await tx.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirstOrThrow()
  return name
}
