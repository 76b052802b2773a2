import type { Theme } from '@nukkad/contract/storefront/themes.ts'
import sharp from 'sharp'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { photo } from '#test/pictures.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)

async function dashboard() {
  const staff = await member('settings_manage')
  const { cookie } = await signIn(staff)
  const read = async () => (await ask('dashboard/theme', {}, { cookie })).body
  const publish = async (change: Partial<Theme>, seen?: number | null) => {
    const { look, versions } = await read()
    const input = { look: { ...look, ...change }, seen: seen === undefined ? (versions[0]?.id ?? null) : seen }
    return ask('dashboard/theme/publish', input, { cookie })
  }
  return { staff, cookie, read, publish }
}
const served = async () =>
  Object.fromEntries((await test.call('get-settings')).body.map(({ key, value }) => [key, value]))
const settingsVersion = async () =>
  ((await test.send('/version.json', { method: 'GET' })).body as Record<string, string>).forceNewSettingsVersion

async function sendLogo(cookie: string, picture: Buffer | undefined, use?: string) {
  const form = new FormData()
  if (use) form.append('use', use)
  if (picture) form.append('image', new Blob([new Uint8Array(picture)]), 'logo.jpg')
  else form.append('image', '')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/public/api/dashboard/theme/logo',
    headers: { 'content-type': request.headers.get('content-type')!, cookie, origin: 'https://shop.test' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: {}, body: answer.json() as { name: string } }
}

describe('the theme of the shop', () => {
  it('[U-04] a draft changes nothing for customers; publishing serves it and changes the version', async () => {
    const { staff, cookie, read, publish } = await dashboard()
    const { look } = await read()
    const before = await settingsVersion()
    const mine = { ...look, storeColor: '#0a7d55', desktopFooterAddress: '<p>12 Hill Road</p>' }
    expect((await ask('dashboard/theme/save-draft', { look: mine }, { cookie })).body.draft).toEqual(mine)
    expect([(await served()).storeColor, await settingsVersion()]).toEqual([look.storeColor, before])
    const { body } = await publish({
      ...mine,
      footerStyleType: 'FIXED',
      desktopSocialInstagramLink: 'https://instagram.com/shop',
    })
    expect(body).toMatchObject({ draft: null, look: { storeColor: '#0a7d55', footerStyleType: 'FIXED' } })
    expect((await auditOf(staff.id)).slice(1).map(({ action }) => action)).toEqual([
      'theme_draft.saved',
      'settings.updated',
      'texts.updated',
      'theme.published',
    ])
    expect(await served()).toMatchObject({
      storeColor: '#0a7d55',
      footerStyleType: 'FIXED',
      desktopFooterAddress: '<p>12 Hill Road</p>',
      desktopSocialInstagramLink: 'https://instagram.com/shop',
      desktopSocialFacebookLink: 'null',
    })
    expect(await settingsVersion()).not.toBe(before)
  })

  it('[U-04] any earlier theme can be published again, including the one before the first', async () => {
    const { cookie, read, publish } = await dashboard()
    await publish({ storeColor: '#3366cc', customHomeMessage: '<p>Rain today</p>' })
    await publish({ storeColor: '#aa3355', customHomeMessage: '<p><br></p>' })
    const { versions } = await read()
    expect(versions.map(({ look }) => look.storeColor).slice(0, 2)).toEqual(['#aa3355', '#3366cc'])
    expect(versions.at(-1)).toMatchObject({ look: { storeColor: '#fc8019' }, made_by: null })
    expect(versions[0]).toMatchObject({ made_by: 'Farah Khan' })
    const back = await ask('dashboard/theme/roll-back', { id: versions[1]!.id }, { cookie })
    expect(back.body.look).toMatchObject({ storeColor: '#3366cc', customHomeMessage: '<p>Rain today</p>' })
    expect(back.body.versions).toHaveLength(versions.length + 1)
    await ask('dashboard/theme/roll-back', { id: versions.at(-1)!.id }, { cookie })
    expect((await served()).storeColor).toBe('#fc8019')
    expect(codeOf(await ask('dashboard/theme/roll-back', { id: 99_999 }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-04] publishing over a theme that the person has not seen is refused; of parallel calls one is first', async () => {
    const { publish, read } = await dashboard()
    await publish({ storeColor: '#225588' })
    const seen = (await read()).versions[0]!.id
    const answers = await Promise.all(
      ['#111111', '#222222', '#333333'].map((storeColor) => publish({ storeColor }, seen)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.map(codeOf).filter(Boolean)).toEqual(['THEME_CLASH', 'THEME_CLASH'])
  })

  it('[U-04] values that cannot be stored are named, and no version is created', async () => {
    const { publish, read } = await dashboard()
    const before = (await read()).versions.length
    const answer = await publish({ storeColor: 'red', cartColorBg: '#12' })
    expect((answer.body as unknown as { error: { fields: object } }).error.fields).toEqual({
      storeColor: 'This is not a colour such as #fc8019',
      cartColorBg: 'This is not a colour such as #fc8019',
    })
    expect((await read()).versions).toHaveLength(before)
  })

  it("draws the product's own logo in the brand colour, or in the colour of its address", async () => {
    const { publish } = await dashboard()
    await publish({ storeColor: '#ffd400', storeLogo: 'logo.png' })
    const logo = (query = '') => test.app.inject({ url: `/assets/img/logos/nukkad.svg${query}` })
    const drawn = await logo()
    expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, expect.stringContaining('image/svg+xml')])
    expect(drawn.headers['cache-control']).toBe('no-cache')
    expect(drawn.body).toContain('#ffd400')
    expect((await logo('?c=0f766e')).body).toContain('#0f766e')
    for (const bad of ['?c=%3Cscript%3E', '?c=1&c=2', '?c[]=x']) expect((await logo(bad)).body).toContain('#ffd400')
    expect((await test.app.inject({ url: '/' })).body).not.toContain('logos/nukkad.svg"')
  })

  it('[U-04] an uploaded logo is served where apps load it, after a theme names it', async () => {
    const { cookie, publish } = await dashboard()
    const { body } = await sendLogo(cookie, await photo(600, 300))
    expect(body.name).toMatch(/^i-[0-9a-f]{32}\.webp$/)
    await publish({ storeLogo: body.name })
    expect((await served()).storeLogo).toBe(body.name)
    for (const name of [body.name, 'logo.png']) {
      const file = await test.app.inject({ url: `/assets/img/logos/${name}` })
      expect([name, file.statusCode, file.headers['content-type']]).toEqual([name, 200, 'image/webp'])
    }
    expect((await test.app.inject({ url: `/assets/img/logos/i-${'0'.repeat(32)}.webp` })).statusCode).toBe(404)
    expect(codeOf(await sendLogo(cookie, Buffer.from('<svg onload="x"/>')))).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect(codeOf(await sendLogo(cookie, undefined))).toBe('INVALID_INPUT')
    const full = { store_id: null, path: 'full', names: ['x.webp'], bytes: 200 * 1024 * 1024 - 10 }
    await test.db.insertInto('store_pictures').values(full).execute()
    expect(codeOf(await sendLogo(cookie, await photo()))).toBe('PICTURES_FULL')
    await test.db.deleteFrom('store_pictures').where('path', '=', 'full').execute()
  })

  it('[U-04] [A-34] an uploaded icon is shown by tabs, home screens and messages, after a theme names it', async () => {
    const { cookie, publish } = await dashboard()
    const icon = async (name: string) => test.app.inject({ url: `/assets/img/favicons/${name}` })
    const manifest = async () =>
      (await test.app.inject({ url: '/manifest.json' })).json() as { name: string; icons: { src: string }[] }
    const { body } = await sendLogo(cookie, await photo(600, 300), 'icon')
    expect(body.name).toMatch(/^f-[0-9a-f]{32}\.webp$/)
    const ours = (await icon('favicon-192x192.png')).rawPayload
    expect((await manifest()).icons[0]!.src).toBe('/assets/img/favicons/favicon-192x192.png')
    await publish({ appIcon: body.name })
    const sizes = { 'apple-touch-icon.png': 180, 'maskable-512x512.png': 512, 'favicon-192x192.png': 192 }
    for (const [name, size] of Object.entries(sizes)) {
      const { statusCode, headers, rawPayload } = await icon(name)
      expect([name, statusCode, headers['content-type']]).toEqual([name, 200, 'image/png'])
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: size, height: size })
      expect(rawPayload.equals(ours)).toBe(false)
    }
    expect((await icon('favicon-7x7.png')).statusCode).toBe(404)
    for (const { src } of (await manifest()).icons) expect(src).toMatch(/\.png\?v=[0-9a-f]{8}$/)
    await publish({ appIcon: '' })
    expect((await icon('favicon-192x192.png')).rawPayload.equals(ours)).toBe(true)
    expect(codeOf(await sendLogo(cookie, await photo(), 'banner'))).toBe('INVALID_INPUT')
  })

  it('[A-34] the installed app has the name of the shop', async () => {
    await test.build.setting('storeName', 'Corner & Co')
    await test.build.setting('seoMetaDescription', 'Bread from next door.')
    await test.services.settings.reload()
    const { body } = await test.send('/manifest.json', { method: 'GET' })
    expect(body).toMatchObject({
      name: 'Corner & Co',
      short_name: 'Corner & Co',
      description: 'Bread from next door.',
      start_url: '/',
    })
  })
})
