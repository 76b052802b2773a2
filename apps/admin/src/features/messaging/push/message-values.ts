import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import type { Choice } from '#lib/find.ts'
import { fromLocalField } from '#lib/local-moment.ts'
import { countWords } from '#lib/words.ts'
import { type Recipients, recipientsOf, recipientValues } from './recipients.ts'

/** The form of a new message. */
export const messageValues = { title: '', message: '', image: '', click_action: '', at: '', to: '', ...recipientValues }
export type MessageValues = typeof messageValues

/** Returns what the call takes. */
export function messageInput(
  typed: MessageValues,
  chosen: readonly Choice[],
): WireInput<'dashboard/send-push-notification'> {
  return {
    title: typed.title,
    message: typed.message,
    image: typed.image || null,
    click_action: typed.click_action.trim() || null,
    to: recipientsOf(typed, chosen) ?? [],
    at: fromLocalField(typed.at),
  }
}

/**
 * Returns whether a complete message goes out as soon as it is sent. What has gone out cannot be called back, so it is
 * asked once more, also of a form sent by Enter.
 */
export function goesOutNow(typed: MessageValues, chosen: readonly Choice[]): boolean {
  const isWritten = typed.title.trim() !== '' && typed.message.trim() !== ''
  return isWritten && typed.at === '' && recipientsOf(typed, chosen) !== undefined
}

/** Says how many people a message to them would reach. */
export function reachText(to: Recipients, { customers, browsers }: Output<'dashboard/broadcasts/count'>): string {
  if (to === 'guests') return `${countWords(browsers)} ${browsers === 1 ? 'device listens' : 'devices listen'}.`
  const told = `${countWords(customers)} ${customers === 1 ? 'customer' : 'customers'} would be told`
  return `${told}; ${countWords(browsers)} of their browsers listen.`
}
