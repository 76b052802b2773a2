import { ThemedStores } from '#features/catalogue/stores/themed-stores.tsx'
import { t } from '#lib/catalogue.ts'

/** Lists the nearby medical stores (B-35). */
export default function MedicalRoute() {
  return (
    <ThemedStores
      call="get-medical-stores"
      kind="medical"
      title={t('medicalTitle')}
      text={t('medicalText')}
      picture="/assets/img/tiles/medical.webp"
      ground="ground-6"
    />
  )
}
