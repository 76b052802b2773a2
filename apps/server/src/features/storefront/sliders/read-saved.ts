import type { Input, Output } from '@nukkad/contract/contract.ts'
import type { Tx } from '#db/connection.ts'
import { isRowUnchanged, unlessChanged } from '#http/idempotency.ts'
import { type AdminSlider, findSlider } from './admin-queries.ts'

type Answer = Output<'dashboard/sliders/save'>

/**
 * Returns the slider of a stored answer as it is now, unless someone has changed the slider itself; its slides may have
 * changed.
 */
export async function readSavedSlider({ tx }: { tx: Tx }, stored: Answer): Promise<Answer | undefined> {
  const slider = await findSlider(tx, stored.slider.id)
  return slider && unlessChanged(own(stored.slider), own(slider)) && { success: true, slider }
}

/** The saved columns; whether customers see the slider depends on other sliders too. */
const own = ({ slides: _slides, is_shown: _isShown, ...columns }: AdminSlider) => columns

/** Returns the slider of a stored answer as it is now, unless someone has changed or deleted the saved slide. */
export async function readSavedSlide(
  { tx, input }: { tx: Tx; input: Input<'dashboard/slides/save'> },
  stored: Answer,
): Promise<Answer | undefined> {
  const slider = await findSlider(tx, stored.slider.id)
  const isSame = slider && isRowUnchanged(stored.slider.slides, slider.slides, input.id)
  return isSame ? { success: true, slider } : undefined
}
