import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { t } from '#lib/catalogue.ts'

/** Says that no store delivers to the address, and offers to choose another one. */
export function NoStores() {
  return (
    <EmptyState
      picture="/assets/img/states/no-stores.webp"
      title={t('noRestaurantMessage')}
      text={t('homeNoStoresHint')}
      action={<Button href="/search-location">{t('homeChangeLocation')}</Button>}
    />
  )
}
