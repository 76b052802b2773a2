import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { CalendarClock, ChevronRight, MessageCircle } from 'lucide-react'
import { setting, t } from '#lib/catalogue.ts'

/** Shows the consultation card: two links to one chat with a prefilled greeting (C-12 to C-15, GAP-66). */
export function ConsultCard() {
  const number = setting('consultWhatsappNumber').replace(/\D/g, '')
  const chat = number ? `https://wa.me/${number}?text=${encodeURIComponent(setting('consultGreetingText'))}` : undefined
  return (
    <section
      aria-label={t('a11yConsultation')}
      className="relative grid grid-cols-[1fr_6rem] gap-2 overflow-hidden rounded-card bg-surface p-4.5 hairline"
    >
      <div>
        <h2 className="title text-section">{t('homeConsultTitle')}</h2>
        <p className="mt-1.5 mb-3.5 text-small text-ink-2">{t('homeConsultText')}</p>
        {chat ? (
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="chat" size="small" href={chat} isExternal>
              {t('homeConsultSayHi')}
            </Button>
            <a
              href={chat}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-11 items-center gap-1.5 px-1 text-label text-ok"
            >
              <MessageCircle aria-hidden="true" className="size-4.5" />
              {t('homeConsultWhatsapp')}
            </a>
          </div>
        ) : null}
      </div>
      <span className="-mb-4.5 self-end">
        <Picture
          path="/assets/img/promo/spa.webp"
          alt=""
          width={112}
          height={112}
          sizes="112px"
          className="max-w-none"
        />
      </span>
    </section>
  )
}

/** Links to the salons at which a visit can be booked. */
export function BookCard() {
  return (
    <a data-tilt="" href="/book" className="press ground-1 flex items-center gap-3.5 rounded-card p-4">
      <CalendarClock aria-hidden="true" className="size-11 text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block text-heading">{t('bookTitle')}</span>
        <span className="block text-small">{t('bookText')}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </a>
  )
}

/** Offers guests a sign-up bonus and the login (C-20, C-22, C-23). */
export function GuestBanners() {
  const amount = setting('referralSuccessAmountReferredUser')
  return (
    <div className="grid gap-3">
      <a data-tilt="" href="/register" className="press ground-2 flex items-center gap-3.5 rounded-card p-4">
        <Picture path="/assets/img/promo/coin.webp" alt="" width={56} height={56} sizes="56px" />
        <span className="min-w-0 flex-1">
          <span className="block text-heading">{t('homeSignupBannerTitle', { amount })}</span>
          <span className="block text-small">{t('homeSignupBannerText')}</span>
          <span className="mt-1 block text-label text-brand">{t('homeSignupBannerButton')}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </a>
      <p className="flex min-h-13 items-center justify-between rounded-card bg-surface ps-4 pe-2 hairline">
        {t('homeLoginBannerText')}
        <Button variant="tint" size="small" href="/login">
          {t('homeLoginBannerButton')}
        </Button>
      </p>
    </div>
  )
}

/** Shows the card for referring a friend. For guests the card links to the login (C-19, C-24, INT-32). */
export function ReferCard({ isGuest }: { isGuest: boolean }) {
  const values = { signup: setting('referralSuccessAmountReferredUser'), referral: setting('homeReferralRewardAmount') }
  return (
    <section aria-label={t('a11yReferFriend')}>
      <a
        data-tilt=""
        href={isGuest ? '/login' : '/my-account'}
        className="press ground-4 flex items-center gap-3.5 rounded-card p-4"
      >
        <Picture path="/assets/img/promo/party.webp" alt="" width={56} height={56} sizes="56px" />
        <span className="min-w-0 flex-1">
          <span className="block text-heading">{t('homeReferTitle')}</span>
          <span className="block text-small">{t('homeReferText', values)}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </a>
    </section>
  )
}

/** Shows customers how they can earn referral commission (C-25). */
export function CommissionBanner() {
  return (
    <a data-tilt="" href="/my-account" className="press flex items-center gap-3.5 rounded-card bg-gold-tint p-4.5">
      <Picture path="/assets/img/promo/coin.webp" alt="" width={56} height={56} sizes="56px" />
      <span className="min-w-0 flex-1">
        <span className="block text-heading">
          {t('homeCommissionTitle', { percent: setting('referralCommissionPercent') })}
        </span>
        <span className="block text-small text-gold-ink">{t('homeCommissionText')}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </a>
  )
}
