import { referralLink } from '@nukkad/rules/referral.ts'
import { CopyField } from '@nukkad/ui/components/copy-field.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { FacebookMark, WhatsappMark } from '@nukkad/ui/components/social-mark.tsx'
import type { ReactNode } from 'react'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'
import { notify } from '#lib/toasts.ts'

/** Shows the two ways to earn with friends: the link and the code (G-29 to G-36). */
export function ShareCards({ code }: { code: string }) {
  if (!isSettingOn('enableReferAndEarn')) return null
  const link = referralLink(setting('storeUrl') || location.origin, code)
  const store = setting('storeName')
  const [referrals, shares] = [setting('referralCommissionPercent'), setting('couponShareCommissionPercent')]
  return (
    <>
      <ShareCard
        picture="gift"
        ground="ground-1"
        title={t('accountReferralTitle', { amount: setting('referralSuccessAmountReferringUser') })}
        text={t('accountReferralText', { percent: referrals })}
      >
        <CopyField
          label={t('accountReferralField')}
          value={link}
          copyLabel={t('accountCopy')}
          onCopied={() => notify(t('accountReferralCopied'))}
        >
          <ShareLinks message={t('accountShareMessage', { store, link })} link={link} />
        </CopyField>
      </ShareCard>
      <ShareCard
        picture="party"
        ground="ground-2"
        title={t('accountCouponTitle')}
        text={t('accountCouponText', { percent: shares })}
      >
        <CopyField
          label={t('accountCouponField')}
          value={code}
          copyLabel={t('accountCopy')}
          onCopied={() => notify(t('accountCouponCopied'))}
        >
          <ShareLinks message={t('accountShareCouponMessage', { code, store })} link={link} />
        </CopyField>
      </ShareCard>
    </>
  )
}

type ShareCardProps = { picture: string; ground: string; title: string; text: string; children: ReactNode }

function ShareCard({ picture, ground, title, text, children }: ShareCardProps) {
  return (
    <section data-tilt="" aria-label={title} className="rounded-card bg-surface p-4 hairline">
      <div className="mb-3.5 flex items-center gap-3.5">
        <span aria-hidden="true" className={`grid size-14 shrink-0 place-items-center rounded-button ${ground}`}>
          <Picture path={`/assets/img/promo/${picture}.webp`} alt="" width={40} height={40} sizes="40px" />
        </span>
        <div className="min-w-0">
          <h2 className="text-heading">{title}</h2>
          <p className="text-small text-ink-2">{text}</p>
        </div>
      </div>
      {children}
    </section>
  )
}

/**
 * Shows share buttons. A link to WhatsApp contains a text, and a link to Facebook contains a URL and a text (GAP-67).
 */
function ShareLinks({ message, link }: { message: string; link: string }) {
  const [text, address] = [encodeURIComponent(message), encodeURIComponent(link)]
  return (
    <>
      <ShareLink name={t('accountShareWhatsapp')} href={`https://wa.me/?text=${text}`}>
        <WhatsappMark />
      </ShareLink>
      <ShareLink
        name={t('accountShareFacebook')}
        href={`https://www.facebook.com/sharer/sharer.php?u=${address}&quote=${text}`}
      >
        <FacebookMark />
      </ShareLink>
    </>
  )
}

function ShareLink({ name, href, children }: { name: string; href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={name}
      className="press grid size-12 shrink-0 place-items-center rounded-[14px] hairline [&_svg]:size-6"
    >
      {children}
    </a>
  )
}
