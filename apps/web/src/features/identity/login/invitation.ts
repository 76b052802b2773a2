import { isRecord, readJsonKey, removeKey } from '#lib/storage.ts'

/** How long a press at the dashboard opens the counter for its customer. */
const FRESH_MS = 60_000

let invited: string | undefined

/**
 * Whether a press on our own dashboard led to this customer. Only pages of this site can write the entry, so a link from
 * elsewhere never acts for anybody without a press here. A screen that is drawn again gets the same answer.
 */
export function isInvited(id: string): boolean {
  const found = readJsonKey('actingFor', isRecord)
  removeKey('actingFor')
  if (found && Math.abs(Date.now() - Number(found.at)) < FRESH_MS) invited = String(found.id)
  return invited === id
}

/** The invitation is used up. */
export function endInvitation(): void {
  invited = undefined
}
