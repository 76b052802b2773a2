import { PushCard } from '#components/push-card.tsx'
import { t } from '#lib/catalogue.ts'

/** Offers push messages about promotions to guests who open the alerts screen. */
export default function GuestPush() {
  return (
    <div className="mt-6">
      <PushCard title={t('pushGuestTitle')} text={t('pushGuestText')} />
    </div>
  )
}
