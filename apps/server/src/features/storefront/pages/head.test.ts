import type { Output } from '@nukkad/contract/contract.ts'
import { isSettingKey, settings as registry } from '@nukkad/contract/settings/registry.ts'
import { expect, test } from 'vitest'
import { headOf } from './head.ts'

type Services = Parameters<typeof headOf>[0]

function shop(given: Record<string, string>, publicUrl?: string): Services {
  const get = (key: string) => given[key] ?? (isSettingKey(key) ? registry[key].default : '')
  return { config: { publicUrl }, settings: { get } } as unknown as Services
}
const store = {
  name: 'Salt "&" Co',
  description: '<p><b>Bread</b> for &lt;you&gt;</p>',
  image: '/assets/img/restaurants/anjali.webp',
} as Output<'get-restaurant-info'>

test('[A-34] a page has the name, texts and preview cards of the settings', () => {
  const given = {
    storeName: 'Corner',
    storeUrl: 'https://corner.test/',
    seoMetaTitle: 'Corner: bread & more',
    seoMetaDescription: 'From next door.',
    seoOgTitle: 'Look at Corner',
    seoOgImage: '/assets/img/social/ogimage.png',
    twitterUsername: 'corner',
    seoTwitterTitle: 'Corner on X',
  }
  const head = headOf(shop(given), { name: 'home', path: '/' })
  expect(head).toContain('<title>Corner: bread &amp; more</title>')
  for (const [name, content] of [
    ['description', 'From next door.'],
    ['twitter:site', '@corner'],
    ['twitter:title', 'Corner on X'],
    ['twitter:card', 'summary_large_image'],
  ])
    expect(head).toContain(`<meta name="${name}" content="${content}">`)
  for (const [name, content] of [
    ['og:title', 'Look at Corner'],
    ['og:description', 'From next door.'],
    ['og:image', 'https://corner.test/assets/img/social/ogimage.png'],
    ['og:url', 'https://corner.test/'],
  ])
    expect(head).toContain(`<meta property="${name}" content="${content}">`)
  expect(head).toContain('<link rel="canonical" href="https://corner.test/">')
  expect(head).not.toContain('noindex')
})

test('[A-34] a store is shared with its own name, text and picture, which cannot break out of the page', () => {
  const head = headOf(
    shop({ storeName: 'Corner' }, 'https://corner.test'),
    { name: 'store', path: '/stores/salt' },
    store,
  )
  expect(head).toContain('<title>Salt "&amp;" Co · Corner</title>')
  expect(head).toContain('<meta property="og:title" content="Salt &quot;&amp;&quot; Co · Corner">')
  expect(head).toContain('<meta name="description" content="Bread for &lt;you>">')
  expect(head).toContain('<meta property="og:image" content="https://corner.test/assets/img/restaurants/anjali.webp">')
  expect(head).toContain('<link rel="canonical" href="https://corner.test/stores/salt">')
})

test("[A-34] without the site's address the head has no absolute links; search engines get no personal screens", () => {
  const head = headOf(shop({ appIcon: `f-${'a'.repeat(32)}.webp` }), { name: 'checkout' })
  expect(head).not.toMatch(/og:url|og:image|canonical|favicon\.svg/)
  expect(head).toContain('<meta name="robots" content="noindex">')
  expect(head).toContain('href="/assets/img/favicons/apple-touch-icon.png?v=aaaaaaaa"')
})
