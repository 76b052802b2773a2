import { isRecord, readJsonKey, removeKey } from '#lib/storage.ts'

/** The time after a press on the dashboard within which acting for its customer must start, in ms. */
const FRESH_MS = 60_000

let invited: string | undefined

/**
 * Returns whether a press on the dashboard led to this customer. The dashboard stores an entry that only pages of this
 * site can write, so a link on another site never starts acting for a customer. The function removes the dashboard's
 * entry, but a screen that renders again gets the earlier answer.
 */
export function isInvited(id: string): boolean {
  const found = readJsonKey('actingFor', isRecord)
  removeKey('actingFor')
  if (found && Math.abs(Date.now() - Number(found.at)) < FRESH_MS) invited = String(found.id)
  return invited === id
}

/** Marks the press on the dashboard as used, so that acting for its customer cannot start again. */
export function endInvitation(): void {
  invited = undefined
}
