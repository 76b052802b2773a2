import { RunningStrip } from '#features/home/running-strip.tsx'
import { CartBar } from '#features/shell/cart-bar.tsx'

/** What stands above the bottom bar of home. */
export default function HomeBars() {
  return (
    <>
      <RunningStrip />
      <CartBar isAboveBar />
    </>
  )
}
