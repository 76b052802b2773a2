import { PushCard } from '#components/push-card.tsx'
import { t } from '#lib/catalogue.ts'

/** Whoever looked for the alerts without an account may hear of offers all the same. */
export default function GuestPush() {
  return (
    <div className="mt-6">
      <PushCard title={t('pushGuestTitle')} text={t('pushGuestText')} />
    </div>
  )
}
