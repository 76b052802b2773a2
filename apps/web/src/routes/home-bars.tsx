import { CartBar } from '#features/shell/cart-bar.tsx'
import { RunningStrip } from '#features/storefront/home/running-strip.tsx'
import { t } from '#lib/catalogue.ts'

/** Shows the bars above the bottom navigation of home. */
export default function HomeBars() {
  return (
    <aside aria-label={t('a11yCartBar')}>
      <RunningStrip />
      <CartBar isAboveBar />
    </aside>
  )
}
