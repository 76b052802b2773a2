import { readKey } from '#lib/storage.ts'
import type { Session } from '#stores/session.ts'

let saving: Promise<void> | undefined

/** Makes orders wait until the given promise, which saves the address details, has ended. */
export function holdOrders(save: Promise<void>): void {
  saving = save.finally(() => {
    saving = undefined
  })
  // A refusal is ignored, because the card of the address details shows the reason.
  saving.catch(() => undefined)
}

/**
 * Runs the next step after the details of the address are saved. If the server refuses the details, the next step does
 * not run.
 */
export function afterDetails(next: () => void): void {
  if (saving) saving.then(next, () => undefined)
  else next()
}

/**
 * Returns whether the address in use has neither a flat nor a landmark, and the customer has not said that the address
 * needs none.
 */
export function lacksDetails({ data: { default_address: address, default_address_id: id } }: Session): boolean {
  return Boolean(address && !address.house && !address.landmark) && readKey('addressAsked') !== String(id)
}
