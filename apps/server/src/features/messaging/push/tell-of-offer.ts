import { OFFER_MINUTES } from '@nukkad/rules/wait-list.ts'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { MessageProviderError } from '#outside/message-provider.ts'
import { withLocalTime } from '#platform/notifications/visit-text.ts'
import { isMobile } from '#platform/phones/mobile.ts'
import { textAboutVisit } from '#platform/phones/text-about-visit.ts'
import { addJob } from '#worker/add-job.ts'
import { findVisitOffer, type VisitOffer } from './offer-queries.ts'
import { isPushOn } from './payload.ts'
import { writeDown } from './write-down.ts'

type Texts = { title: string; message: string }

/**
 * Sends an offer of a wait list to the customer's browsers or, if they have none, by text message or mail. A repeated
 * run sends no second message, and an offer that has ended is not sent.
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
 * Sends an offer by text message if the shop's settings allow it and the customer has proved their phone; otherwise, or
 * if the text message cannot be sent, sends a mail.
 * @throws MessageProviderError so that the worker tries again while the offer is open
 */
export async function textVisitOffer(services: Services, visitId: number): Promise<void> {
  const { db, outside } = services
  const offer = await findVisitOffer(db, visitId)
  if (!offer) return
  if (await sendText(services, offer)) return
  const { title, message } = textsOf(services, offer, offer.language ?? undefined)
  if (offer.email) await outside.mail.send({ to: offer.email, subject: title, text: message })
}

/**
 * Sends an offer by text message, and returns whether the SMS provider took it.
 * @throws MessageProviderError if the provider did not take it and no mail can replace it
 */
async function sendText({ db, settings, outside: { sms } }: Services, offer: VisitOffer): Promise<boolean> {
  const { user_id: userId, phone: to, email } = offer
  if (!settings.isOn('smsVisitOffers') || !to || !offer.is_phone_proved || !isMobile(to)) return false
  const { message: text } = textsOf({ settings }, offer, offer.language ?? undefined)
  // The values for the template are in the shop's language, because the template is registered in that language.
  const { store, date, time, minutes } = withLocalTime(settings, paramsOf(offer), undefined)
  const template = { name: 'msg91VisitOfferDltTemplateId', values: [store, date, time, String(minutes)] } as const
  try {
    return await textAboutVisit({ db, sms }, { userId, to, text, template })
  } catch (error) {
    if (email && error instanceof MessageProviderError) return false
    throw error
  }
}

function paramsOf({ store, date, time }: VisitOffer) {
  return { store, date, time, minutes: OFFER_MINUTES }
}

function textsOf({ settings }: Pick<Services, 'settings'>, offer: VisitOffer, language: string | undefined): Texts {
  const params = withLocalTime(settings, paramsOf(offer), language)
  return {
    title: settings.text('waitOfferTitle', {}, language),
    message: settings.text('waitOfferMessage', params, language),
  }
}
