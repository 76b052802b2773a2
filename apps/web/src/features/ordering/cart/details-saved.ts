import { readKey } from '#lib/storage.ts'
import type { Session } from '#stores/session.ts'

let saving: Promise<void> | undefined

/** Makes orders wait until this save of the address details has ended. */
export function holdOrders(save: Promise<void>): void {
  saving = save.finally(() => {
    saving = undefined
  })
  // The card of the address details shows why the server refused them.
  saving.catch(() => undefined)
}

/** Runs the next step after the details of the address are saved. If the server refuses them, the step does not run. */
export function afterDetails(next: () => void): void {
  if (saving) saving.then(next, () => undefined)
  else next()
}

/** Returns whether the address in use has neither a flat nor a landmark, and its owner has not said that it needs none. */
export function lacksDetails({ data: { default_address: address, default_address_id: id } }: Session): boolean {
  return Boolean(address && !address.house && !address.landmark) && readKey('addressAsked') !== String(id)
}
