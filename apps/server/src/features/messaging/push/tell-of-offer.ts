import { OFFER_MINUTES } from '@nukkad/rules/wait-list.ts'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { isWithinLimit } from '#http/limits.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { addJob } from '#worker/add-job.ts'
import { findVisitOffer, type VisitOffer } from './offer-queries.ts'
import { isPushOn } from './payload.ts'
import { writeDown } from './write-down.ts'

/** The most text messages about offers to one person in a day, because each one costs. */
const MAX_TEXTS_A_DAY = 5

type Texts = { title: string; message: string }

/**
 * Sends an offer of a wait list to the customer's browsers; without one by text message or mail. Running it twice sends
 * once, and an offer that has ended is not sent.
 */
export async function pushVisitOffer(services: Services, visitId: number): Promise<void> {
  const { db, settings } = services
  const offer = await findVisitOffer(db, visitId)
  if (!offer) return
  await inTransaction(db, async (tx) => {
    const message = {
      userIds: [offer.user_id],
      audience: 'customer' as const,
      about: { ttlSeconds: OFFER_MINUTES * 60, urgency: 'high' as const, kind: 'order' as const },
      texts: (language: string | undefined) => ({
        ...textsOf(services, offer, language),
        click_action: offer.path,
        icon: offer.image,
      }),
    }
    const reached = isPushOn(settings) ? await writeDown(tx, `visit-offer:${visitId}`, message, services) : 0
    if (reached === 0) await addJob(tx, { name: 'text-visit-offer', payload: { id: visitId } })
  })
}

/**
 * Sends an offer by text message to a phone that its customer has proved, else by mail.
 * @throws MessageProviderError so that the worker tries again while the offer is open
 */
export async function textVisitOffer(services: Services, visitId: number): Promise<void> {
  const { db, outside } = services
  const offer = await findVisitOffer(db, visitId)
  if (!offer) return
  const { phone, email } = offer
  const { title, message } = textsOf(services, offer, offer.language ?? undefined)
  const key = `told-of-offer:${offer.user_id}`
  const day = { key, most: MAX_TEXTS_A_DAY, windowSeconds: 86_400 }
  if (phone && offer.is_phone_proved && isMobile(phone) && (await isWithinLimit(db, day)))
    await outside.sms.send({ to: phone, text: message })
  else if (email) await outside.mail.send({ to: email, subject: title, text: message })
}

function textsOf({ settings }: Pick<Services, 'settings'>, offer: VisitOffer, language: string | undefined): Texts {
  const { store, date, time } = offer
  const params = { store, date, time, minutes: OFFER_MINUTES }
  return {
    title: settings.text('waitOfferTitle', {}, language),
    message: settings.text('waitOfferMessage', params, language),
  }
}
