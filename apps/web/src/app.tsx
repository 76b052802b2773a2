import { lazy, memo, Suspense, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { lazyRoute } from '#features/shell/lazy-route.tsx'
import { Offline } from '#features/shell/offline.tsx'
import { Besides, RouteError } from '#features/shell/route-error.tsx'
import { TabBar } from '#features/shell/tab-bar.tsx'
import { Toasts } from '#features/shell/toasts.tsx'
import { useIsDesktop } from '#features/shell/use-window.ts'
import { isSettingOn, t, useCatalogueVersion } from '#lib/catalogue.ts'
import { placeScreen } from '#lib/history-entries.ts'
import { useHomeBars } from '#lib/home-bars.ts'
import { isIosBrowser } from '#lib/install.ts'
import { usePush } from '#lib/push.ts'
import { useTurn } from '#lib/query.ts'
import { useUpdating } from '#lib/updating.ts'
import { Home } from '#routes/home.tsx'
import { usePlace } from '#stores/place.ts'
import { useSession } from '#stores/session.ts'

const Desktop = lazy(() => import('#routes/desktop.tsx'))
const HomeBars = lazy(() => import('#routes/home-bars.tsx'))
const layers = () => import('#routes/layers.tsx')
const overlays = () => import('#features/shell/overlays.tsx')
const CriticalError = lazy(async () => ({ default: (await overlays()).CriticalError }))
const PrivacyNotice = lazy(async () => ({ default: (await overlays()).PrivacyNotice }))
const ActingBar = lazy(() => import('#features/shell/acting-bar.tsx'))
const Updating = lazy(async () => ({ default: (await overlays()).Updating }))
const IosPopup = lazy(() => import('#features/shell/ios-steps.tsx'))
const PushNews = lazy(() => import('#features/messaging/alerts/push-news.tsx'))
const NotFound = lazy(() => import('#routes/not-found.tsx'))

const screens = [
  <Route key="/" path="/" component={Home} />,
  lazyRoute('/stores/:restaurant/:id?', () => import('#routes/store.tsx')),
  lazyRoute('/cart', () => import('#routes/cart.tsx')),
  lazyRoute('/login', () => import('#routes/login.tsx')),
  lazyRoute('/login/forgot-password', () => import('#routes/forgot-password.tsx')),
  lazyRoute('/login/return', () => import('#routes/login-return.tsx')),
  lazyRoute('/register', () => import('#routes/register.tsx')),
  lazyRoute('/search-location', () => import('#routes/search-location.tsx')),
  lazyRoute('/my-location', () => import('#routes/my-location.tsx')),
  lazyRoute('/my-addresses', () => import('#routes/my-addresses.tsx')),
  lazyRoute('/checkout', () => import('#routes/checkout.tsx')),
  lazyRoute('/running-order/:unique_order_id', () => import('#routes/running-order.tsx')),
  lazyRoute('/share/:token', () => import('#routes/share.tsx')),
  lazyRoute('/my-notifications', () => import('#routes/my-notifications.tsx')),
  lazyRoute('/book/:slug?/:visit?', () => import('#routes/book.tsx')),
  lazyRoute('/visit/:id/:step?', () => import('#routes/visit.tsx')),
  lazyRoute('/my-visits', () => import('#routes/my-visits.tsx')),
  lazyRoute('/my-orders', () => import('#routes/my-orders.tsx')),
  lazyRoute('/invoice/:id', () => import('#routes/invoice.tsx')),
  lazyRoute('/rate-order/:id', () => import('#routes/rate-order.tsx')),
  lazyRoute('/reviews/:slug', () => import('#routes/reviews.tsx')),
  lazyRoute('/my-wallet', () => import('#routes/my-wallet.tsx')),
  lazyRoute('/my-account', () => import('#routes/my-account.tsx')),
  lazyRoute('/alerts', () => import('#routes/alerts.tsx')),
  lazyRoute('/pages/:slug', () => import('#routes/page.tsx')),
  lazyRoute('/my-favorite-stores', () => import('#routes/my-favorite-stores.tsx')),
  lazyRoute('/categories/stores', () => import('#routes/categories.tsx')),
  lazyRoute('/explore', () => import('#routes/explore.tsx')),
  lazyRoute('/explore-category', () => import('#routes/explore-category.tsx')),
  lazyRoute('/daily', () => import('#routes/daily.tsx')),
  lazyRoute('/medical', () => import('#routes/medical.tsx')),
  lazyRoute('/auth/login-as-customer/:id?', () => import('#routes/login-as-customer.tsx')),
  lazyRoute('/delivery/*?', () => import('#routes/delivery.tsx')),
  <Route key="other" component={NotFound} />,
]

/** The component is memoized, so that the screen does not render again each time the app around it renders. */
const Screens = memo(() => <Switch>{screens}</Switch>)

/** A separate component, so that adding the first item to the cart does not render the whole app again. */
function BarsOfHome() {
  const { isWanted } = useHomeBars()
  if (!isWanted) return null
  return (
    <Besides>
      <HomeBars />
    </Besides>
  )
}

/** The tab screens, which show the bottom navigation. */
const tabPaths = new Set(['/', '/alerts', '/my-wallet', '/my-account'])

export function App() {
  const isDesktop = useIsDesktop()
  const version = useCatalogueVersion((catalogue) => catalogue.version)
  const isCritical = usePlace((place) => place.isCritical)
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run after each change of the path
  useEffect(placeScreen, [path])
  useEffect(() => {
    // On a desktop, the app in the phone frame counts the views, so the outer page must not.
    if (!isDesktop && isSettingOn('enableGoogleAnalytics')) {
      void import('#lib/analytics.ts').then(({ countView }) => countView(path))
    }
  }, [path, isDesktop])
  const { isUpdating } = useUpdating()
  const { turn } = useTurn()
  const isActing = useSession(({ acting }) => acting !== null)
  const mayPush = usePush(({ isAllowed }) => isAllowed)
  if (isCritical) {
    return (
      <Suspense>
        <CriticalError />
      </Suspense>
    )
  }
  if (isDesktop) {
    return (
      <Suspense>
        <Desktop key={version} />
      </Suspense>
    )
  }
  return (
    <div key={`${version}/${turn}`}>
      <a href="#content" className="sr-only focus:not-sr-only focus:fixed focus:z-60 focus:bg-bg focus:p-3">
        {t('a11ySkipToContent')}
      </a>
      <RouteError path={path}>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Screens />
        </Suspense>
      </RouteError>
      {tabPaths.has(path) ? <TabBar path={path} /> : null}
      {path === '/' ? <BarsOfHome /> : null}
      {isSettingOn('showGdpr') ? (
        <Besides>
          <PrivacyNotice />
        </Besides>
      ) : null}
      <Besides>
        {isUpdating ? <Updating /> : null}
        {isActing ? <ActingBar /> : null}
        {mayPush && isSettingOn('enablePushNotification') ? <PushNews /> : null}
        {isIosBrowser && isSettingOn('enIOSPWAPopup') ? <IosPopup /> : null}
      </Besides>
      {/* Rider screens work offline and show their own message while there is no network. */}
      {path.startsWith('/delivery') ? null : <Offline />}
      <Toasts load={layers} />
    </div>
  )
}
