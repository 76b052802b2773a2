import { CartBar } from '#features/shell/cart-bar.tsx'
import { RunningStrip } from '#features/storefront/home/running-strip.tsx'
import { t } from '#lib/catalogue.ts'

/** What stands above the bottom bar of home. */
export default function HomeBars() {
  return (
    <aside aria-label={t('a11yCartBar')}>
      <RunningStrip />
      <CartBar isAboveBar />
    </aside>
  )
}
