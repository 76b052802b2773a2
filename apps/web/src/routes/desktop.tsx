import { USE_APP_RERENDER_MS } from '@nukkad/rules/constants.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Smartphone } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { LanguageSelect } from '#features/shell/language-select.tsx'
import { logoPath } from '#features/shell/logo.ts'
import { Updating } from '#features/shell/overlays.tsx'
import { plainText, RichText } from '#features/shell/rich-text.tsx'
import { socialLink } from '#features/shell/social-link.ts'
import { setting, t } from '#lib/catalogue.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { useUpdating } from '#lib/updating.ts'
import { reloadFirstVisit } from './first-reload.ts'

const NotFound = lazy(() => import('./not-found.tsx'))
/** Paths that a desktop browser does not serve, because they exist only in the phone layout (INT-15). */
const phoneOnly = new Set(['/daily', '/medical'])

/**
 * Shows, above 768 px, a welcome text, the real app in a phone frame and two marketing blocks (A-03,
 * docs/reference/interface.md#desktop).
 */
export default function Desktop() {
  const [path] = useLocation()
  useEffect(reloadFirstVisit, [])
  const { isUpdating } = useUpdating()
  if (phoneOnly.has(path)) {
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-18 w-full max-w-320 shrink-0 items-center gap-3 px-8">
        <img src={logoPath()} alt="" width={40} height={40} className="rounded-control" />
        <span className="title text-section">{setting('storeName')}</span>
      </header>
      <main className="mx-auto grid w-full max-w-320 flex-1 grid-cols-[1fr_auto] items-center gap-12 px-8 pb-6 min-[1101px]:grid-cols-[1fr_auto_18rem]">
        <Message />
        <PhonePreview />
        <Blocks />
      </main>
      <Foot />
      {isUpdating ? <Updating /> : null}
    </div>
  )
}

function Message() {
  const tiles = [
    {
      title: t('desktopAchievementOneTitle'),
      sub: t('desktopAchievementOneSub'),
      picture: 'items/e-corner-shop',
      ground: 'ground-1',
    },
    {
      title: t('desktopAchievementTwoTitle'),
      sub: t('desktopAchievementTwoSub'),
      picture: 'items/e-shopping-bags',
      ground: 'ground-2',
    },
    {
      title: t('desktopAchievementThreeTitle'),
      sub: t('desktopAchievementThreeSub'),
      picture: 'promo/megaphone',
      ground: 'ground-4',
    },
    {
      title: t('desktopAchievementFourTitle'),
      sub: t('desktopAchievementFourSub'),
      picture: 'promo/scooter',
      ground: 'ground-3',
    },
  ]
  return (
    <section className="min-w-0">
      <h1 className="title max-w-110 text-[2.75rem] leading-[1.12] tracking-[-0.03em]">{t('desktopHeading')}</h1>
      <p className="mt-4 max-w-105 text-heading font-normal text-ink-2">{t('desktopSubHeading')}</p>
      <ul aria-label={t('a11yAchievements')} className="mt-10 grid max-w-115 grid-cols-2 gap-3">
        {tiles.map(({ title, sub, picture, ground }) => (
          <li key={picture} className={`flex items-center gap-3 rounded-card p-4 ${ground}`}>
            <span className="size-10 shrink-0">
              <Picture path={`/assets/img/${picture}.webp`} alt="" width={40} height={40} sizes="40px" />
            </span>
            <span>
              <span className="title block text-section">{sub}</span>
              <span className="text-small">{title}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the app in a phone frame. The page's address follows the screen in the frame (GAP-84). */
function PhonePreview() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isUsed, setUsed] = useState(() => readKey('useAppClicked') === 'true')
  const [drawing, setDrawing] = useState(0)
  const [first] = useState(() => location.pathname + location.search + location.hash)
  useFollowing(frame)
  const use = () => {
    writeKey('useAppClicked', 'true')
    setUsed(true)
    frame.current?.focus()
    // The frame loads again once, 2 s after the press (M-31).
    setTimeout(() => setDrawing((count) => count + 1), USE_APP_RERENDER_MS)
  }
  return (
    <section
      aria-label={t('a11yAppPreview')}
      className="relative h-181 w-92.5 rounded-[3.25rem] bg-[light-dark(var(--c-ink),var(--c-raised))] p-2.5 shadow-2"
    >
      <div className="relative size-full overflow-hidden rounded-[2.6rem] bg-bg">
        <iframe
          key={drawing}
          ref={frame}
          title={setting('storeName')}
          src={drawing === 0 ? first : location.pathname + location.search}
          inert={!isUsed}
          // A phone 390 px wide, scaled to the frame (docs/reference/interface.md#desktop).
          className={`absolute top-0 left-0 h-196 w-97.5 origin-top-left scale-[0.898] border-0 transition-[filter] duration-400 ${isUsed ? '' : '[filter:blur(6px)]'}`}
        />
        {isUsed ? null : (
          <div className="absolute inset-0 grid place-items-center">
            <Button onClick={use}>
              <Smartphone aria-hidden="true" className="size-5" />
              {t('desktopUseAppButton')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function Blocks() {
  return (
    <aside className="hidden min-w-0 gap-5 min-[1101px]:grid">
      <section className="ground-hero flex min-h-60 flex-col rounded-sheet p-6 pb-4">
        <h2 className="title text-section">{t('desktopBlockOneTitle')}</h2>
        <p className="mt-1 text-body">{t('desktopBlockOneText')}</p>
        <span className="mt-auto self-end pt-2">
          <Picture path="/assets/img/items/e-bento.webp" alt="" width={104} height={104} sizes="104px" />
        </span>
      </section>
      <section className="ground-2 flex min-h-60 flex-col rounded-sheet p-6 pb-4">
        <h2 className="title text-section">{t('desktopBlockTwoTitle')}</h2>
        <p className="mt-1 text-body">{t('desktopBlockTwoText')}</p>
        <span className="mt-auto self-end pt-2">
          <Picture path="/assets/img/items/e-house.webp" alt="" width={104} height={104} sizes="104px" />
        </span>
      </section>
    </aside>
  )
}

function Foot() {
  const links = [
    { name: t('socialFacebook'), href: socialLink(t('desktopSocialFacebookLink')) },
    { name: t('socialGoogle'), href: socialLink(t('desktopSocialGoogleLink')) },
    { name: t('socialYoutube'), href: socialLink(t('desktopSocialYoutubeLink')) },
    { name: t('socialInstagram'), href: socialLink(t('desktopSocialInstagramLink')) },
  ].filter(({ href }) => href !== undefined)
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-320 flex-wrap items-center gap-4 px-8 py-3.5">
        <img src={logoPath()} alt={setting('storeName')} width={32} height={32} className="rounded-badge" />
        <div className="min-w-0 flex-1 text-small text-ink-2" title={plainText(t('desktopFooterAddress'))}>
          <RichText html={t('desktopFooterAddress')} />
        </div>
        {links.map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noopener noreferrer" className="text-label text-brand">
            {name}
          </a>
        ))}
        <LanguageSelect />
      </div>
    </footer>
  )
}

/** Copies the path of the framed screen to the page's address, so that a reload opens the same screen. */
function useFollowing(frame: { current: HTMLIFrameElement | null }) {
  useEffect(() => {
    // A fragment, such as the token of a social login, belongs to the framed screen and must not stay in the outer
    // address.
    if (location.hash) history.replaceState(null, '', location.pathname + location.search)
    const timer = setInterval(() => {
      const inner = frame.current?.contentWindow?.location
      if (!inner || inner.href === 'about:blank' || inner.origin !== location.origin) return
      const path = inner.pathname + inner.search
      if (path !== location.pathname + location.search) history.replaceState(null, '', path)
    }, 250)
    return () => clearInterval(timer)
  }, [frame])
}
