import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import type { Choice } from '#lib/find.ts'
import { formatCount } from '#lib/format.ts'
import { fromLocalField } from '#lib/local-moment.ts'
import { type Recipients, recipientsOf, recipientValues } from './recipients.ts'

export const messageValues = { title: '', message: '', image: '', click_action: '', at: '', to: '', ...recipientValues }
export type MessageValues = typeof messageValues

/** Converts the form values into the input of the call that sends or schedules the message. */
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
 * Returns whether a complete message is sent as soon as the form is submitted. A sent message cannot be recalled, so
 * the form asks for confirmation first.
 */
export function goesOutNow(typed: MessageValues, chosen: readonly Choice[]): boolean {
  const isWritten = typed.title.trim() !== '' && typed.message.trim() !== ''
  return isWritten && typed.at === '' && recipientsOf(typed, chosen) !== undefined
}

/** Describes how many people a message would reach. */
export function reachText(to: Recipients, { customers, browsers }: Output<'dashboard/broadcasts/count'>): string {
  if (to === 'guests') return `Reaches ${formatCount(browsers)} ${browsers === 1 ? 'device' : 'devices'}.`
  const reach = `Reaches ${formatCount(customers)} ${customers === 1 ? 'customer' : 'customers'}`
  return `${reach}; ${formatCount(browsers)} of their browsers get a push message.`
}
