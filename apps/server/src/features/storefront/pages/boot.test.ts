import { describe, expect, test } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { bootDataFor, type Screen } from './boot.ts'

const app = useTestApp()
const centre = { latitude: 12.9352, longitude: 77.6245 }

async function setAndReload(key: string, value: string): Promise<void> {
  await app.build.setting(key, value)
  await app.services.settings.reload()
}

describe('the data that the server writes into the page', () => {
  async function boot(screen: Screen) {
    const brought = await bootDataFor(app.services, screen, (name) => name === 'homeOpenNearYou')
    const [, json] = brought.html.match(/<script type="application\/json" id="boot">(.*?)<\/script>/s) ?? []
    return { ...brought, data: JSON.parse(json ?? '') as Record<string, Record<string, unknown>> }
  }

  test('[M-16] [M-20] the page contains settings, texts, places and versions, and no value can break out of it', async () => {
    await setAndReload('storeName', '</script><script>alert(1)</script>\u2028')
    const { html, data } = await boot({ name: 'cart' })
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toContain('\u2028')
    expect(data.settings).toMatchObject({
      storeName: '</script><script>alert(1)</script>\u2028',
      storeColor: '#fc8019',
    })
    expect(data).toMatchObject({
      language: { id: expect.any(Number), code: 'en', direction: 'ltr' },
      versions: { forceNewSettingsVersion: app.services.settings.versions().settings },
      theme: { '--c-bg': expect.any(String) },
    })
    expect(data.home).toBeUndefined()
    expect(data.settings).toHaveProperty('homeOpenNearYou')
    expect(data.settings, 'no text that the screen does not name').not.toHaveProperty('checkoutPageTitle')
    expect(data.settings?.razorpayKeySecret).toBeUndefined()
    await setAndReload('storeName', 'Nukkad')
  })

  test("[M-16] [D-01] the page of a store contains its head and menu as the calls answer them; an unknown store's page contains neither", async () => {
    const store = await app.build.store({
      ...centre,
      name: 'Salt <b>& Co',
      image: '/assets/img/restaurants/anjali.webp',
    })
    await app.build.item({ store_id: store.id })
    const { html, skeleton, data } = await boot({ name: 'store', slug: store.slug })
    const [info, menu] = [
      await app.call('get-restaurant-info', {}, { path: `/${store.slug}` }),
      await app.call('get-restaurant-items', {}, { path: `/${store.slug}` }),
    ]
    expect(data.store).toEqual({ slug: store.slug, info: info.body, menu: menu.body })
    expect(skeleton).toContain('Salt &lt;b>&amp; Co')
    expect(skeleton).toContain('/assets/img/restaurants/anjali-390.avif 390w')
    expect(html).toMatch(
      /^<link rel="preload" as="image" media="\(max-width: 768px\)" type="image\/avif" imagesrcset="\/assets\/img\/restaurants\/anjali/,
    )
    const unknown = await boot({ name: 'store', slug: 'nobody' })
    expect(unknown.data.store).toBeUndefined()
  })

  test('[M-16] a screen contains its heading, and its fixed text, in the default language', async () => {
    const cart = await boot({ name: 'cart' })
    const text = (key: string) => app.services.settings.listPublic().find((row) => row.key === key)?.value
    expect(cart.skeleton).toContain(`data-texts="en">${text('cartTitle')}</p>`)
    expect(cart.skeleton).toContain(`data-texts="en">${text('cartCancelNote')}</p>`)
    expect((await boot({ name: 'running-order' })).skeleton).toContain(`data-texts="en">${text('trackingLoading')}</p>`)
    expect((await boot({ name: 'register' })).skeleton, 'no heading of its own').not.toContain('data-texts')
  })

  test('[M-16] home contains the stores around the default place and a preload of the first cover', async () => {
    await app.build.store({ ...centre, image: '/assets/img/restaurants/anjali.webp' })
    await app.build.store({ ...centre, kind: 'warehouse' })
    await app.db.deleteFrom('popular_locations').execute()
    const none = await boot({ name: 'home' })
    expect(none.data.home).toBeUndefined()
    await app.db
      .insertInto('popular_locations')
      .values({ name: 'Koramangala', ...centre, is_default: true })
      .execute()
    app.services.catalogueCache.clear()
    const { html, cover, data } = await boot({ name: 'home' })
    expect(cover).toMatch(/<img class="stands ground-\d" src="\/assets\/img\/restaurants\/anjali.webp"/)
    expect(data.settings).toMatchObject({ homeOpenNearYou: expect.any(String), storeColor: expect.any(String) })
    expect(data.settings?.checkoutPageTitle).toBeUndefined()
    const [stores, warehouses] = [
      await app.call('get-delivery-restaurants', centre),
      await app.call('get-delivery-warehouses', centre),
    ]
    expect(data.home).toEqual({
      ...centre,
      stores: stores.body,
      warehouses: warehouses.body,
      tiles: [],
      slides: { mainSlides: null, otherSlides: null },
    })
    expect(html).toMatch(
      /^<link rel="preload" as="image" media="\(max-width: 768px\)" type="image\/avif" imagesrcset="\/assets\/img\/restaurants\/anjali-390\.avif 390w,/,
    )
  })
})
