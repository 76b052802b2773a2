import type { Output } from '@nukkad/contract/contract.ts'
import type { Tx } from '#db/connection.ts'
import { unlessChanged } from '#http/idempotency.ts'
import { findSlider } from './admin-queries.ts'

type Answer = Output<'dashboard/sliders/save'>

/** Returns a stored answer, unless the slider or one of its slides has changed. */
export async function readSavedSlider({ tx }: { tx: Tx }, stored: Answer): Promise<Answer | undefined> {
  const slider = await findSlider(tx, stored.slider.id)
  return slider && unlessChanged(stored, { success: true, slider })
}
