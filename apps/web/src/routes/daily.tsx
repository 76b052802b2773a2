import { ThemedStores } from '#features/catalogue/stores/themed-stores.tsx'
import { t } from '#lib/catalogue.ts'

/** Lists the nearby warehouses for daily needs (B-34, K-11). */
export default function DailyRoute() {
  return (
    <ThemedStores
      call="get-delivery-warehouses"
      kind="warehouse"
      title={t('dailyTitle')}
      text={t('dailyText')}
      picture="/assets/img/tiles/groceries.webp"
      ground="ground-2"
    />
  )
}
