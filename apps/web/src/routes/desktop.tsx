import { USE_APP_RERENDER_MS } from '@nukkad/rules/constants.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { MapPin, Smartphone, Star } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import { useLocation } from 'wouter'
import { LanguageSelect } from '#features/shell/language-select.tsx'
import { logoPath } from '#features/shell/logo.ts'
import { Updating } from '#features/shell/overlays.tsx'
import { plainText, RichText } from '#features/shell/rich-text.tsx'
import { socialLink } from '#features/shell/social-link.ts'
import { setting, t } from '#lib/catalogue.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { useUpdating } from '#lib/updating.ts'
import { usePlace } from '#stores/place.ts'
import { desktop } from './desktop-styles.ts'
import { reloadFirstVisit } from './first-reload.ts'
import './desktop.css'

const NotFound = lazy(() => import('./not-found.tsx'))
const live = () => import('./desktop-live.tsx')
const DesktopStore = lazy(async () => ({ default: (await live()).DesktopStore }))
const DesktopBill = lazy(async () => ({ default: (await live()).DesktopBill }))
const DesktopTracking = lazy(async () => ({ default: (await live()).DesktopTracking }))
const DesktopMap = lazy(async () => ({ default: (await live()).DesktopMap }))
/** Paths that a desktop browser does not serve, because they exist only in the phone layout (INT-15). */
const phoneOnly = new Set(['/daily', '/medical'])

/**
 * Shows, above 768 px, a welcome text, the real app in a phone frame and two marketing blocks (A-03,
 * docs/reference/interface.md#desktop). The content next to the frame depends on the screen in the frame: the facts of
 * a store, the bill of a cart, or a large map while an order is tracked.
 */
export default function Desktop() {
  const [path] = useLocation()
  // Staff who come from the dashboard to order for a caller can use the app without a press on "Use App", because
  // loading the frame again, as after this press, would end acting for the caller.
  const [isCounter] = useState(() => path.startsWith('/auth/login-as-customer'))
  useEffect(() => (isCounter ? undefined : reloadFirstVisit()), [isCounter])
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
      <header className="desktop-row mx-auto flex h-18 w-full shrink-0 items-center gap-3">
        <img src={logoPath()} alt="" width={40} height={40} className="rounded-control" />
        <span className="title text-section">{setting('storeName')}</span>
      </header>
      <main className="desktop-row desktop-columns mx-auto grid w-full flex-1 items-center pb-6">
        <Beginning path={path} />
        <PhonePreview isInUse={isCounter} />
        <aside className="desktop-aside min-w-0">
          <Aside path={path} />
        </aside>
      </main>
      <Foot />
      {isUpdating ? <Updating /> : null}
    </div>
  )
}

function Beginning({ path }: { path: string }) {
  const [, orderNumber] = path.match(/^\/running-order\/([^/]+)/) ?? []
  const message = <Message path={path} />
  if (!orderNumber) return message
  return (
    <Suspense fallback={message}>
      <DesktopTracking key={orderNumber} orderNumber={decodeURIComponent(orderNumber)} instead={message}>
        <QrCard path={path} />
      </DesktopTracking>
    </Suspense>
  )
}

function Aside({ path }: { path: string }) {
  const [, slug] = path.match(/^\/stores\/([^/]+)/) ?? []
  // The decorative map is hidden while the real map of an order is next to it.
  const blocks = <Blocks hasMap={!path.startsWith('/running-order/')} />
  let shown: ReactNode = blocks
  if (slug) shown = <DesktopStore key={slug} slug={decodeURIComponent(slug)} instead={blocks} />
  else if (path === '/cart' || path === '/checkout') shown = <DesktopBill instead={blocks} />
  return <Suspense fallback={blocks}>{shown}</Suspense>
}

function Message({ path }: { path: string }) {
  const place = usePlace((state) => state.place)
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
      picture: null,
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
      {place?.address ? (
        <p style={desktop.place} className="items-center gap-1.5 bg-tint text-label text-on-tint">
          <MapPin aria-hidden="true" className="size-4 shrink-0" />
          <span dir="auto" className="truncate">
            {t('desktopPlace', { place: place.address.split(',')[0] ?? '' })}
          </span>
        </p>
      ) : null}
      <h1 className="title desktop-heading">{t('desktopHeading')}</h1>
      <p className="desktop-subheading mt-4 text-heading font-normal text-ink-2">{t('desktopSubHeading')}</p>
      <div className="desktop-block mt-8">
        <QrCard path={path} />
      </div>
      <ul aria-label={t('a11yAchievements')} className="desktop-block mt-5 grid grid-cols-2 gap-3">
        {tiles.map(({ title, sub, picture, ground }) => (
          <li key={ground} className={`flex items-center gap-3 rounded-card p-4 ${ground}`}>
            <span className="size-10 shrink-0">
              {picture ? (
                <Picture path={`/assets/img/${picture}.webp`} alt="" width={40} height={40} sizes="40px" />
              ) : (
                <Star aria-hidden="true" className="size-10 fill-gold text-gold" />
              )}
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

/** Shows a code that opens the framed screen on a phone. */
function QrCard({ path }: { path: string }) {
  const svg = renderSVG(location.origin + path, { border: 1 })
  return (
    <section className="flex items-center gap-3 rounded-card bg-surface p-4 hairline">
      <img
        alt={t('desktopQrCode')}
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        width={104}
        height={104}
        style={desktop.code}
      />
      <div className="min-w-0">
        <h2 className="text-heading">{t('desktopTryItOnPhoneTitle')}</h2>
        <p className="mt-0.5 text-small text-ink-2">{t('desktopTryItOnPhoneSubTitle')}</p>
      </div>
    </section>
  )
}

/**
 * Shows the app in a phone frame. The page's URL follows the screen in the frame (GAP-84).
 * @param isInUse whether the app can be used without a press on "Use App"
 */
function PhonePreview({ isInUse }: { isInUse: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [use, setUse] = useState<'none' | 'asked' | 'done'>(() =>
    isInUse || readKey('useAppClicked') === 'true' ? 'done' : 'none',
  )
  const [drawing, setDrawing] = useState(0)
  const [first] = useState(() => location.pathname + location.search + location.hash)
  useFollowing(frame)
  const ask = () => {
    writeKey('useAppClicked', 'true')
    setUse('asked')
    // The phone frame loads again once, 2 s after the press on "Use App" (M-31). The frame stays blurred until it has
    // loaded, so that no input is lost.
    setTimeout(() => setDrawing((count) => count + 1), USE_APP_RERENDER_MS)
  }
  const finish = () => {
    // The framed app shows no demo banner, because the outer page already shows it.
    frame.current?.contentDocument?.getElementById('demo-banner')?.remove()
    if (use !== 'asked' || drawing === 0) return
    setUse('done')
    requestAnimationFrame(() => frame.current?.focus())
  }
  return (
    <section aria-label={t('a11yAppPreview')} className="desktop-phone relative" style={desktop.phone}>
      <SideButtons />
      <div className="desktop-screen relative size-full overflow-hidden bg-bg">
        <iframe
          key={drawing}
          ref={frame}
          title={setting('storeName')}
          src={drawing === 0 ? first : location.pathname + location.search}
          inert={use !== 'done'}
          onLoad={finish}
        />
        {use === 'done' ? null : (
          <div className="absolute inset-0 grid place-items-center">
            <Button isBusy={use === 'asked'} onClick={ask}>
              <Smartphone aria-hidden="true" className="size-5" />
              {t('desktopUseAppButton')}
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

const sideButtons = [
  { side: 'left', top: 128, height: 32 },
  { side: 'left', top: 184, height: 56 },
  { side: 'left', top: 252, height: 56 },
  { side: 'right', top: 200, height: 80 },
] as const

/** Draws the buttons on the sides of the phone. */
function SideButtons() {
  return (
    <div aria-hidden="true">
      {sideButtons.map(({ side, top, height }) => (
        <span key={top} style={{ ...desktop.button, [side]: -4, top, height }} />
      ))}
    </div>
  )
}

function Blocks({ hasMap }: { hasMap: boolean }) {
  return (
    <div className="grid gap-5">
      <section style={desktop.block} className="ground-hero rounded-sheet p-6">
        <h2 className="title text-section">{t('desktopBlockOneTitle')}</h2>
        <p className="mt-1 text-body">{t('desktopBlockOneText')}</p>
        <span style={desktop.dish}>
          <Picture path="/assets/img/items/d-deluxe-thali.webp" alt="" width={208} height={208} sizes="208px" />
        </span>
      </section>
      {hasMap ? (
        <section style={desktop.block} className="ground-2 flex flex-col rounded-sheet">
          <div className="p-6 pb-4">
            <h2 className="title text-section">{t('desktopBlockTwoTitle')}</h2>
            <p className="mt-1 text-body">{t('desktopBlockTwoText')}</p>
          </div>
          <div className="min-h-0 flex-1">
            <Suspense>
              <DesktopMap />
            </Suspense>
          </div>
        </section>
      ) : null}
    </div>
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
      <div className="desktop-row mx-auto flex flex-wrap items-center gap-4 py-3.5">
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

/** Copies the path of the framed screen to the page's URL, so that a reload opens the same screen. */
function useFollowing(frame: { current: HTMLIFrameElement | null }) {
  useEffect(() => {
    // A fragment, such as the token of a social login, belongs to the framed screen and must not stay in the page's
    // URL.
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
