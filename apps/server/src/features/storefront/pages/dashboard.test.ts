import { themeVariables } from '@nukkad/ui/theme.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { withBrand } from './dashboard.ts'

const test = useTestApp()
const colours = { cartColorBg: '#60b246', cartColorText: '#ffffff' }

async function set(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await test.build.setting(key, value)
  await test.services.settings.reload()
}

function brandIn(page: string): { theme: Record<string, string>; hasOwnLogo: boolean } {
  return JSON.parse(page.match(/^<script type="application\/json" id="brand">(.*)<\/script>$/)![1]!)
}
const brand = () => brandIn(withBrand('<!--brand-->', test.services.settings))

beforeEach(() => set({ storeColor: '', storeLogo: 'logo.png', ...colours }))

describe('the page of the dashboard', () => {
  it('has the colours of the shop, like the phone app', async () => {
    await set({ storeColor: '#0f766e' })
    expect(brand().theme).toEqual(themeVariables({ storeColor: '#0f766e', ...colours }))
  })

  it('has the default colours in a shop that has chosen none', () => {
    expect(brand().theme).toEqual(themeVariables({ storeColor: '#fc8019', ...colours }))
  })

  it('says whether the shop has an uploaded logo', async () => {
    expect(brand().hasOwnLogo).toBe(false)
    await set({ storeLogo: 'i-0123456789abcdef0123456789abcdef.webp' })
    expect(brand().hasOwnLogo).toBe(true)
  })
})

describe('the manifest of the dashboard', () => {
  it('installs the dashboard as an app of the shop, which contains only pages of the dashboard', async () => {
    await set({ storeName: 'Basavanagar' })
    const { headers, body } = await test.app.inject({ url: '/dashboard/manifest.json' })
    expect(headers).toMatchObject({ 'cache-control': 'no-cache' })
    expect(headers['content-type']).toContain('application/manifest+json')
    const manifest = JSON.parse(body) as { icons: { src: string }[] }
    expect(manifest).toMatchObject({
      name: 'Basavanagar Dashboard',
      id: '/dashboard',
      start_url: '/dashboard',
      scope: '/dashboard',
      display: 'standalone',
    })
    expect(manifest.icons).toHaveLength(3)
  })
})
