import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { lazyRoute } from '#features/shell/lazy-route.tsx'
import { Notices } from '#features/shell/notices.tsx'
import { Offline } from '#features/shell/offline.tsx'
import { RouteError } from '#features/shell/route-error.tsx'
import { TabBar } from '#features/shell/tab-bar.tsx'
import { useIsDesktop } from '#features/shell/use-window.ts'
import { isSettingOn, t, useCatalogueVersion } from '#lib/catalogue.ts'
import { useHomeBars } from '#lib/home-bars.ts'
import { isIosBrowser } from '#lib/install.ts'
import { usePush } from '#lib/push.ts'
import { useUpdating } from '#lib/version-check.ts'
import { Home } from '#routes/home.tsx'
import { usePlace } from '#stores/place.ts'
import { useSession } from '#stores/session.ts'

const Desktop = lazy(() => import('#routes/desktop.tsx'))
const HomeBars = lazy(() => import('#routes/home-bars.tsx'))
const overlays = () => import('#features/shell/overlays.tsx')
const CriticalError = lazy(async () => ({ default: (await overlays()).CriticalError }))
const PrivacyNotice = lazy(async () => ({ default: (await overlays()).PrivacyNotice }))
const ActingBar = lazy(() => import('#features/shell/acting-bar.tsx'))
const Updating = lazy(async () => ({ default: (await overlays()).Updating }))
const IosPopup = lazy(() => import('#features/shell/ios-steps.tsx'))
const PushNews = lazy(() => import('#features/alerts/push-news.tsx'))
const NotFound = lazy(() => import('#routes/not-found.tsx'))
const Store = lazyRoute(/^\/stores\//, () => import('#routes/store.tsx'))
const Cart = lazyRoute(/^\/cart$/, () => import('#routes/cart.tsx'))
const Login = lazyRoute(/^\/login$/, () => import('#routes/login.tsx'))
const ForgotPassword = lazyRoute(/^\/login\/forgot-password$/, () => import('#routes/forgot-password.tsx'))
const LoginReturn = lazyRoute(/^\/login\/return$/, () => import('#routes/login-return.tsx'))
const Register = lazyRoute(/^\/register$/, () => import('#routes/register.tsx'))
const SearchLocation = lazyRoute(/^\/search-location$/, () => import('#routes/search-location.tsx'))
const MyLocation = lazyRoute(/^\/my-location$/, () => import('#routes/my-location.tsx'))
const Checkout = lazyRoute(/^\/checkout$/, () => import('#routes/checkout.tsx'))
const RunningOrder = lazyRoute(/^\/running-order\//, () => import('#routes/running-order.tsx'))
const MyAddresses = lazyRoute(/^\/my-addresses$/, () => import('#routes/my-addresses.tsx'))
const MyOrders = lazyRoute(/^\/my-orders$/, () => import('#routes/my-orders.tsx'))
const Invoice = lazyRoute(/^\/invoice\//, () => import('#routes/invoice.tsx'))
const RateOrder = lazyRoute(/^\/rate-order\//, () => import('#routes/rate-order.tsx'))
const Reviews = lazyRoute(/^\/reviews\//, () => import('#routes/reviews.tsx'))
const MyWallet = lazyRoute(/^\/my-wallet$/, () => import('#routes/my-wallet.tsx'))
const MyAccount = lazyRoute(/^\/my-account$/, () => import('#routes/my-account.tsx'))
const Alerts = lazyRoute(/^\/alerts$/, () => import('#routes/alerts.tsx'))
const StaticPage = lazyRoute(/^\/pages\//, () => import('#routes/page.tsx'))
const MyFavoriteStores = lazyRoute(/^\/my-favorite-stores$/, () => import('#routes/my-favorite-stores.tsx'))
const Categories = lazyRoute(/^\/categories\/stores$/, () => import('#routes/categories.tsx'))
const Explore = lazyRoute(/^\/explore$/, () => import('#routes/explore.tsx'))
const ExploreCategory = lazyRoute(/^\/explore-category$/, () => import('#routes/explore-category.tsx'))
const Daily = lazyRoute(/^\/daily$/, () => import('#routes/daily.tsx'))
const Medical = lazyRoute(/^\/medical$/, () => import('#routes/medical.tsx'))
const LoginAsCustomer = lazyRoute(/^\/auth\/login-as-customer/, () => import('#routes/login-as-customer.tsx'))
const Delivery = lazyRoute(/^\/delivery(\/|$)/, () => import('#routes/delivery.tsx'))

/** Tab screens keep the bottom bar; the floating cart stands on screens where one looks for things. */
const tabPaths = new Set(['/', '/alerts', '/my-wallet', '/my-account'])

export function App() {
  const isDesktop = useIsDesktop()
  const version = useCatalogueVersion((catalogue) => catalogue.version)
  const isCritical = usePlace((place) => place.isCritical)
  const [path] = useLocation()
  const hasBars = useHomeBars(({ isWanted }) => isWanted)
  // A screen starts at its top, whichever way one came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it answers to
  useEffect(() => {
    scrollTo(0, 0)
  }, [path])
  useEffect(() => {
    // The preview's frame counts for the page around it.
    if (!isDesktop && isSettingOn('enableGoogleAnalytics')) {
      void import('#lib/analytics.ts').then(({ countView }) => countView(path))
    }
  }, [path, isDesktop])
  const { isUpdating } = useUpdating()
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
    <div key={version}>
      <a href="#content" className="sr-only focus:not-sr-only focus:fixed focus:z-60 focus:bg-bg focus:p-3">
        {t('a11ySkipToContent')}
      </a>
      <RouteError path={path}>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <Screens />
        </Suspense>
      </RouteError>
      {tabPaths.has(path) ? <TabBar path={path} /> : null}
      {path === '/' && hasBars ? (
        <Suspense>
          <HomeBars />
        </Suspense>
      ) : null}
      <Suspense>
        {isSettingOn('showGdpr') ? <PrivacyNotice /> : null}
        {isUpdating ? <Updating /> : null}
        {isActing ? <ActingBar /> : null}
        {mayPush && isSettingOn('enablePushNotification') ? <PushNews /> : null}
        {isIosBrowser && isSettingOn('enIOSPWAPopup') ? <IosPopup /> : null}
      </Suspense>
      {/* Riders work on without a network and have a line of their own for it. */}
      {path.startsWith('/delivery') ? null : <Offline />}
      <Notices />
    </div>
  )
}

function Screens(): ReactNode {
  return (
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/stores/:restaurant/:id?" component={Store} />
      <Route path="/cart" component={Cart} />
      <Route path="/login" component={Login} />
      <Route path="/login/forgot-password" component={ForgotPassword} />
      <Route path="/login/return" component={LoginReturn} />
      <Route path="/register" component={Register} />
      <Route path="/search-location" component={SearchLocation} />
      <Route path="/my-location" component={MyLocation} />
      <Route path="/my-addresses" component={MyAddresses} />
      <Route path="/checkout" component={Checkout} />
      <Route path="/running-order/:unique_order_id" component={RunningOrder} />
      <Route path="/my-orders" component={MyOrders} />
      <Route path="/invoice/:id" component={Invoice} />
      <Route path="/rate-order/:id" component={RateOrder} />
      <Route path="/reviews/:slug" component={Reviews} />
      <Route path="/my-wallet" component={MyWallet} />
      <Route path="/my-account" component={MyAccount} />
      <Route path="/alerts" component={Alerts} />
      <Route path="/pages/:slug" component={StaticPage} />
      <Route path="/my-favorite-stores" component={MyFavoriteStores} />
      <Route path="/categories/stores" component={Categories} />
      <Route path="/explore" component={Explore} />
      <Route path="/explore-category" component={ExploreCategory} />
      <Route path="/daily" component={Daily} />
      <Route path="/medical" component={Medical} />
      <Route path="/auth/login-as-customer/:id?" component={LoginAsCustomer} />
      <Route path="/delivery/*?" component={Delivery} />
      <Route component={NotFound} />
    </Switch>
  )
}
