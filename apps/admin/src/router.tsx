import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { Page } from '#areas/area.ts'
import { areas } from '#areas/areas.ts'
import { Dashboard } from '#features/shell/dashboard.tsx'
import { Broken, Unknown } from '#features/shell/page-errors.tsx'
import { Root } from '#features/shell/root.tsx'

const pages: readonly Page[] = areas.flatMap((area) => area.pages)

const rootRoute = createRootRoute({ component: Root, errorComponent: Broken })

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('#routes/setup.tsx')),
})

/** The page of an invitation needs no session, because the invited person has none yet. */
const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  component: lazyRouteComponent(() => import('#routes/join.tsx')),
})

/** The page that prints an order has no side bar, so its route is outside of the dashboard's layout. */
const printRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/print/$id',
  component: lazyRouteComponent(() => import('#routes/print.tsx')),
})

/** The layout of all pages that need a sign-in: side bar, top bar, and the page. */
const dashboardRoute = createRoute({ getParentRoute: () => rootRoute, id: 'dashboard', component: Dashboard })

const pageRoutes = pages.map((page) =>
  createRoute({
    getParentRoute: () => dashboardRoute,
    path: page.path,
    staticData: { page },
    // The URL holds search, filters and order of a table as strings.
    validateSearch: (search: Record<string, unknown>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
      ),
    component: lazyRouteComponent(page.load),
  }),
)

const unknownRoute = createRoute({ getParentRoute: () => dashboardRoute, path: '$', component: Unknown })

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    setupRoute,
    joinRoute,
    printRoute,
    dashboardRoute.addChildren([...pageRoutes, unknownRoute]),
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
  // The URL holds values as plain text: `?q=asha`, not as JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString()
    return text ? `?${text}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page
  }
}
