import { Picture } from '@nukkad/ui/components/picture.tsx'
import { ChevronRight } from 'lucide-react'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'

/** Explains how to earn wallet money (I-02 to I-05). */
export function EarnCard() {
  if (!isSettingOn('enableReferAndEarn')) return null
  const ways = [
    t('walletEarnReferral', { amount: setting('referralSuccessAmountReferringUser') }),
    t('walletEarnCommission', { percent: setting('referralCommissionPercent') }),
  ]
  return (
    <section aria-label={t('walletEarnTitle')}>
      <a
        data-tilt=""
        href="/my-account"
        className="press flex items-center gap-3.5 rounded-card bg-surface p-4 hairline"
      >
        <span aria-hidden="true" className="ground-1 grid size-14 shrink-0 place-items-center rounded-button">
          <Picture path="/assets/img/promo/gift.webp" alt="" width={40} height={40} sizes="40px" />
        </span>
        <span className="block min-w-0 flex-1">
          <span className="block text-heading">{t('walletEarnTitle')}</span>
          {ways.map((way) => (
            <span key={way} className="block text-small text-ink-2">
              {way}
            </span>
          ))}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100" />
      </a>
    </section>
  )
}
