import { expect, test } from '@playwright/test'
import { enterDashboard } from './dashboard.ts'
import { wholeUnless } from './whole.ts'

/** Every list page of the dashboard, grouped by the entries of the side bar. */
const lists = {
  orders: ['orders', 'visits/all', 'cases', 'call-and-order'],
  'menu and stores': ['stores', 'items', 'menu-categories', 'add-ons', 'store-categories', 'reviews', 'owners'],
  'customers and riders': [
    'customers',
    'data-requests',
    'riders',
    'rider-cash',
    'rider-cash/requests',
    'rider-cash/taken-in',
  ],
  marketing: ['coupons', 'coupons/uses', 'sliders', 'pages', 'messages', 'referrals'],
  money: [
    'payouts',
    'refunds',
    'payment-issues',
    'disputes',
    'payment-approvals',
    'wallet-movements',
    'wallet-corrections',
    'commission-approvals',
    'store-debts',
    'store-debts/payments',
    'books',
  ],
  'analytics and settings': [
    'reports/sales-by-day',
    'reports/items-sold',
    'reports/trips',
    'reports/taxes',
    'exports',
    'staff',
    'sign-ins',
    'activity',
  ],
}

/** The command `npm test` checks only the lists of these groups; `npm run prove` checks all. */
const isShort = (what: string) => ['orders', 'menu and stores', 'money'].includes(what)

for (const [what, paths] of Object.entries(lists))
  test(
    `[U-19] the lists of ${what} need no sideways scrolling on a phone, and their rows have two lines`,
    wholeUnless(isShort(what)),
    async ({ page }) => {
      test.slow()
      await enterDashboard(page)
      let rows = 0
      for (const path of paths) {
        await page.goto(`/dashboard/${path}`)
        await page.getByRole('heading', { level: 1, name: /./ }).waitFor()
        await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
        const found = await page.evaluate(() => {
          const frames = [...document.querySelectorAll('.table-frame')]
          const shown = [...document.querySelectorAll('.table-frame tbody tr')]
          const isCut = (row: Element): boolean =>
            [...row.querySelectorAll('td')].some((cell) => cell.getBoundingClientRect().right > innerWidth)
          return {
            widest: Math.max(document.documentElement.scrollWidth, ...frames.map(({ scrollWidth }) => scrollWidth)),
            tallest: Math.max(0, ...shown.map((row) => row.getBoundingClientRect().height)),
            cut: shown.filter(isCut).map(({ textContent }) => textContent),
            rows: shown.length,
          }
        })
        rows += found.rows
        expect({ path, cut: found.cut }).toEqual({ path, cut: [] })
        expect(found.widest, path).toBeLessThanOrEqual(390)
        // A row of a list may have two lines, which are 56 px high, but not three, which are more than 70 px.
        expect(found.tallest, path).toBeLessThanOrEqual(62)
      }
      expect(rows).toBeGreaterThan(0)
    },
  )
