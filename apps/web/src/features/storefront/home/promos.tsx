import type { Output } from '@nukkad/contract/contract.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PromoCarousel } from '@nukkad/ui/components/promo-carousel.tsx'
import { CAROUSEL } from '@nukkad/ui/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'

/** `isLow` makes the promotions less high, to leave room for the customer's usual orders. */
type TopPromosProps = { isSalon: boolean; isGuest: boolean; isForServices: boolean; isLow: boolean }

/**
 * Shows the share-and-earn promotion, then the operator's slides of position 0 (C-16, C-18, C-39). The slides are left
 * out above a list of salons, because they are about food and goods.
 */
export function TopPromos({ isSalon, isGuest, isForServices, isLow }: TopPromosProps) {
  const isOn = isSettingOn('showPromoSlider')
  const { data, isLoading } = useQuery({ ...ask('all-sliders', {}), enabled: isOn })
  const slides = (isOn ? (data ?? []) : []).map(({ id, name, image, url }) => ({
    id: `slide-${id}`,
    content: <SlidePicture name={name} image={image} url={url} />,
  }))
  const share = { id: 'share', content: <ShareBanner isGuest={isGuest} isLow={isLow} /> }
  const all = isSalon ? [share, ...(isForServices ? [] : slides)] : slides
  return (
    <PromoCarousel
      {...CAROUSEL}
      label={t('a11yPromotions')}
      dotLabel={(number) => t('a11ySlide', { number, count: all.length })}
      slides={all}
      isLoading={isLoading}
    />
  )
}

type OtherSlides = NonNullable<Output<'promo-slider'>['otherSlides']>

/** Shows the slides inside the store list (C-17). */
export function ListPromos({ slides }: { slides: OtherSlides }) {
  return (
    <div className="-mx-4">
      <PromoCarousel
        {...CAROUSEL}
        label={t('storeCouponsTitle')}
        dotLabel={(number) => t('a11ySlide', { number, count: slides.length })}
        slides={slides.map(({ data, url }) => ({
          id: `inlist-${data.id}`,
          content: <SlidePicture name={data.name} image={data.image} url={url} />,
        }))}
      />
    </div>
  )
}

function ShareBanner({ isGuest, isLow }: { isGuest: boolean; isLow: boolean }) {
  const texts = { signup: setting('referralSuccessAmountReferredUser'), referral: setting('homeReferralRewardAmount') }
  return (
    <section aria-label={t('a11yShareAndEarn')} className="grid">
      <a
        data-tilt=""
        href={isGuest ? '/login' : '/my-account'}
        className="press ground-hero relative flex flex-col overflow-hidden rounded-cover py-[calc(8px+var(--gap))] ps-4 pe-[calc(var(--art)*2)] max-[359px]:pe-24"
      >
        <span className="title text-[1.375rem] leading-tight">{t('homeShareTitle')}</span>
        {isLow ? null : <span className="mt-1 text-small squat:hidden">{t('homeShareText', texts)}</span>}
        <span className="mt-auto flex items-center gap-1 pt-2 text-label">
          {t('homeShareButton')}
          <ArrowRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        </span>
        <span className="absolute end-3 bottom-3">
          <Picture
            path="/assets/img/promo/gift.webp"
            alt=""
            width={104}
            height={104}
            sizes="104px"
            isEager
            className="size-[calc(var(--art)*2-32px)] object-contain max-[359px]:size-18"
          />
        </span>
      </a>
    </section>
  )
}

function SlidePicture({ name, image, url }: { name: string; image: string; url: string | null }) {
  const picture = (
    <Picture
      path={image}
      alt={name}
      width={650}
      height={264}
      sizes="90vw"
      isWhenNear
      className="absolute inset-0 size-full object-cover"
    />
  )
  const variant = 'press dusk relative block min-h-(--promo) self-start overflow-hidden rounded-cover bg-tint'
  const address = safeAddress(url)
  if (!address) return <div className={variant}>{picture}</div>
  const isOutside = /^https:/.test(address)
  return (
    <a href={address} className={variant} {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {picture}
    </a>
  )
}

/**
 * Returns a path of this app or an https URL, and undefined for anything else
 * (docs/reference/security.md#html-links-and-stored-settings).
 */
function safeAddress(url: string | null): string | undefined {
  if (!url) return undefined
  if (/^https:\/\//.test(url)) return url
  if (/^[a-z]+:|^\/\//i.test(url)) return undefined
  return url.startsWith('/') ? url : `/${url}`
}
