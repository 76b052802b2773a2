import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePicture } from '#platform/pictures/encode.ts'
import { deleteOldPictures } from '#platform/pictures/save-picture.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const harness = useTestApp()

async function ownItem() {
  const store = await harness.build.store()
  const { token } = await harness.build.owner({ stores: [store] })
  return { store, token, item: await harness.build.item({ store_id: store.id }) }
}
type Own = Awaited<ReturnType<typeof ownItem>>

const photo = (width = 800, height = 600, format: 'jpeg' | 'png' | 'webp' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'somebody at home' } })
    .toBuffer()

type Sent = {
  fields?: Record<string, string>
  picture?: Buffer
  name?: string
  type?: string
  token?: string | undefined
}

/** Sends a form as a browser does: the fields first, then the file. */
async function sendForm(call: string, { fields = {}, picture, name = 'a.jpg', type = 'image/jpeg', token }: Sent) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  if (picture) form.append('image', new Blob([new Uint8Array(picture)], { type }), name)
  const request = new Response(form)
  const answer = await harness.app.inject({
    method: 'POST',
    url: `/public/api/${call}`,
    headers: {
      'content-type': request.headers.get('content-type')!,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const sendPicture = ({ store, item, token }: Own, picture: Buffer, more: Partial<Sent> = {}) =>
  sendForm('store-owner/update-item-image', {
    fields: { store_id: String(store.id), id: String(item.id) },
    picture,
    token,
    ...more,
  })

const get = (url: string) => harness.app.inject({ url })
const rowsOf = ({ store }: Own) =>
  harness.db.selectFrom('store_pictures').selectAll().where('store_id', '=', store.id).orderBy('id').execute()

/** Uploads pictures of a store until only ten bytes of its 200 MB are free. */
async function fillRoom(storeId: number): Promise<void> {
  const full = { store_id: storeId, path: `full-${storeId}`, names: ['x.webp'], bytes: 200 * 1024 * 1024 - 10 }
  await harness.db.insertInto('store_pictures').values(full).execute()
}

describe('a picture of an item', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    '[GAP-75] a %s is encoded again in every width, without its metadata',
    async (format) => {
      const own = await ownItem()
      const { status, body } = await sendPicture(own, await photo(800, 600, format), {
        name: 'evil.svg',
        type: 'image/svg+xml',
      })
      expect(status).toBe(200)
      expect(body.item.image).toMatch(/^\/assets\/img\/uploads\/i-[0-9a-f]{32}\.webp$/)
      const stem = body.item.image.slice(0, -'.webp'.length)
      expect(body.item.placeholder_image).toBe(`${stem}-20.webp`)
      for (const [name, type, width] of [
        ['.webp', 'webp', 600],
        ['-150.webp', 'webp', 150],
        ['-300.avif', 'avif', 300],
        ['-600.avif', 'avif', 600],
        ['-20.webp', 'webp', 20],
      ] as const) {
        const file = await get(stem + name)
        expect(file.headers).toMatchObject({
          'content-type': `image/${type}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'public, max-age=31536000, immutable',
        })
        const metadata = await sharp(file.rawPayload).metadata()
        expect([metadata.width, metadata.exif]).toEqual([width, undefined])
        expect(file.rawPayload.includes('somebody at home')).toBe(false)
      }
      expect((await get(`${stem}-999.webp`)).statusCode).toBe(404)
    },
  )

  test('[GAP-75] it is sent with a new item, and as a field of a form', async () => {
    const { store, token } = await ownItem()
    const { id } = await harness.build.category(store.id)
    const fields = {
      store_id: String(store.id),
      name: 'Idli',
      price: '40',
      item_category_id: String(id),
      is_veg: 'veg',
      is_new: '1',
    }
    const { body } = await sendForm('store-owner/create-item', { fields, picture: await photo(), token })
    expect(body).toMatchObject({ success: true, item: { name: 'Idli', price: '40.00', is_veg: true, is_new: 1 } })
    expect((await get(body.item.image)).statusCode).toBe(200)
    const changed = await sendForm('store-owner/update-item', {
      fields: { store_id: String(store.id), id: String(body.item.id), price: '45' },
      token,
    })
    expect(changed.body.item).toMatchObject({ price: '45.00', image: body.item.image })
  })

  test('[GAP-75] its sender is identified by header or by a field before the file, and must own store and item', async () => {
    const own = await ownItem()
    const stranger = await ownItem()
    const picture = await photo()
    const fields = { store_id: String(own.store.id), id: String(own.item.id) }
    const sent = { fields, picture }
    expect(codeOf(await sendForm('store-owner/update-item-image', sent))).toBe('SESSION_MISSING')
    const customer = await harness.build.customer()
    expect(codeOf(await sendForm('store-owner/update-item-image', { ...sent, token: customer.token }))).toBe(
      'WRONG_AUDIENCE',
    )
    expect(codeOf(await sendForm('store-owner/update-item-image', { ...sent, token: stranger.token }))).toBe(
      'ORDER_NOT_YOURS',
    )
    const foreign = { ...fields, store_id: String(stranger.store.id) }
    expect(
      codeOf(await sendForm('store-owner/update-item-image', { ...sent, fields: foreign, token: stranger.token })),
    ).toBe('NOT_FOUND')
    expect((await rowsOf(own)).length).toBe(0)
    const byField = await sendForm('store-owner/update-item-image', {
      picture,
      fields: { ...fields, token: own.token },
    })
    expect(byField.status).toBe(200)
  })
})

describe('the picture of a store', () => {
  const send = ({ store, token }: Pick<Own, 'store' | 'token'>, picture: Buffer | undefined) =>
    sendForm('store-owner/update-store-image', {
      fields: { store_id: String(store.id) },
      token,
      ...(picture && { picture }),
    })
  const shown = async ({ store }: Own) =>
    (await harness.call('get-restaurant-info', {}, { path: `/${store.slug}` })).body as {
      image: string
      placeholder_image: string
    }

  test('[GAP-75] is encoded again in its widths, shows immediately, and the previous one is released', async () => {
    const own = await ownItem()
    const first = await send(own, await photo(1600, 900))
    expect(first.status).toBe(200)
    expect(first.body.image).toMatch(/^\/assets\/img\/uploads\/s-[0-9a-f]{32}\.webp$/)
    expect(await shown(own)).toMatchObject({
      image: first.body.image,
      placeholder_image: first.body.image.replace('.webp', '-20.webp'),
    })
    for (const width of [390, 780, 1170])
      expect((await get(first.body.image.replace('.webp', `-${width}.avif`))).statusCode).toBe(200)
    const second = await send(own, await photo())
    expect((await shown(own)).image).toBe(second.body.image)
    expect((await rowsOf(own)).map(({ path, removed_at }) => [path, removed_at !== null])).toEqual([
      [first.body.image, true],
      [second.body.image, false],
    ])
  })

  test('[A-34] a transparent picture stays transparent on the screens; link previews get it on white', async () => {
    const nothing = { r: 0, g: 0, b: 0, alpha: 0 }
    const picture = await sharp({ create: { width: 800, height: 400, channels: 4, background: nothing } })
      .png()
      .toBuffer()
    const { image } = (await send(await ownItem(), picture)).body
    const cornerOf = async (path: string) => {
      const { rawPayload } = await get(path)
      return [...(await sharp(rawPayload).ensureAlpha().raw().toBuffer()).subarray(0, 4)]
    }
    expect(await cornerOf(image)).toEqual([255, 255, 255, 255])
    expect((await cornerOf(image.replace('.webp', '-780.webp'))).at(-1)).toBe(0)
  })

  test('[GAP-75] a change is in the audit log with its person and the pictures before and after', async () => {
    const own = await ownItem()
    const before = (await shown(own)).image
    const { body } = await send(own, await photo())
    const entries = await harness.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('object_type', '=', 'store')
      .where('object_id', '=', String(own.store.id))
      .execute()
    expect(entries).toEqual([
      { action: 'store_picture.updated', before: { image: before }, after: { image: body.image } },
    ])
    const { item } = (await sendPicture(own, await photo())).body
    const ofItem = await harness.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('object_type', '=', 'item')
      .where('object_id', '=', String(own.item.id))
      .execute()
    expect(ofItem).toMatchObject([{ action: 'item.updated', before: { image: null }, after: { image: item.image } }])
  })

  test('[GAP-75] another owner, a wrong file, no file, and no room: nothing changes', async () => {
    const own = await ownItem()
    const stranger = await ownItem()
    const before = await shown(own)
    const picture = await photo()
    expect(codeOf(await send({ store: own.store, token: stranger.token }, picture))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await send(own, undefined))).toBe('INVALID_INPUT')
    expect(codeOf(await send(own, Buffer.from('%PDF-1.7')))).toBe('UNSUPPORTED_MEDIA_TYPE')
    await fillRoom(own.store.id)
    expect(codeOf(await send(own, picture))).toBe('PICTURES_FULL')
    expect(await shown(own)).toEqual(before)
    expect(await rowsOf(own)).toHaveLength(1)
  })
})

describe('refused pictures', () => {
  const not = {
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    html: '<!doctype html><script>1</script>',
    pdf: '%PDF-1.7',
  }
  test.each(Object.entries(not))('[GAP-75] %s is not a picture, even if its name says so', async (_kind, text) => {
    const own = await ownItem()
    const answer = await sendPicture(own, Buffer.from(text), { name: 'a.png', type: 'image/png' })
    expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(await rowsOf(own)).toEqual([])
  })

  test('[GAP-75] half a picture, a file with the first bytes of another format, and an empty one', async () => {
    const own = await ownItem()
    const whole = await photo()
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.concat([whole.subarray(0, 3), Buffer.alloc(500, 65)]),
    ])
      expect(codeOf(await sendPicture(own, bytes))).toBe('UNSUPPORTED_MEDIA_TYPE')
    const fields = { store_id: String(own.store.id), id: String(own.item.id) }
    expect(codeOf(await sendForm('store-owner/update-item-image', { fields, token: own.token }))).toBe('INVALID_INPUT')
    expect(await rowsOf(own)).toEqual([])
  })

  test('[GAP-75] a form of more than 60 fields', async () => {
    const own = await ownItem()
    const send = async (count: number) => {
      const more = Array.from({ length: count - 2 }, (_, index) => [`field_${index}`, 'x'])
      const fields = { store_id: String(own.store.id), id: String(own.item.id), ...Object.fromEntries(more) }
      const answer = await sendPicture(own, await photo(), { fields })
      return codeOf(answer) ?? answer.status
    }
    expect([await send(60), await send(61)]).toEqual([200, 'BODY_TOO_LARGE'])
  })

  test('[GAP-75] more than 5 MB, and more than 16 megapixels by the header alone', async () => {
    const own = await ownItem()
    const heavy = Buffer.concat([await photo(), Buffer.alloc(5 * 1024 * 1024)])
    const tooHeavy = await sendPicture(own, heavy)
    expect([tooHeavy.status, codeOf(tooHeavy)]).toEqual([413, 'BODY_TOO_LARGE'])
    // A small PNG whose header claims 30,000 by 30,000 pixels, and which the server must refuse without decoding any
    // pixel.
    const bomb = await photo(10, 10, 'png')
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    expect(codeOf(await sendPicture(own, bomb))).toMatch(/^(BODY_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE)$/)
    const wide = await sharp({ create: { width: 16_001, height: 1000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const tooWide = await sendPicture(own, wide)
    expect([tooWide.status, codeOf(tooWide)]).toEqual([413, 'BODY_TOO_LARGE'])
    expect(await rowsOf(own)).toEqual([])
  })

  test('[GAP-75] more than 200 MB of a store', async () => {
    const own = await ownItem()
    await fillRoom(own.store.id)
    const answer = await sendPicture(own, await photo())
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PICTURES_FULL'])
    expect(await rowsOf(own)).toHaveLength(1)
  })

  test('[GAP-75] a form on a call without pictures, and a key that reaches a prototype', async () => {
    const { token } = await ownItem()
    expect(codeOf(await sendForm('store-owner/get-menu', { fields: { store_id: '1' }, token }))).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expect(['FORBIDDEN_KEY', 'INVALID_INPUT']).toContain(
      codeOf(await sendForm('store-owner/update-item', { fields: { constructor: 'x' }, token })),
    )
  })

  test('the setting for the quality decides how large the files are', async () => {
    const noise = Buffer.from(Array.from({ length: 600 * 450 * 3 }, (_, at) => (at * 7919) % 251))
    const picture = await sharp(noise, { raw: { width: 600, height: 450, channels: 3 } })
      .png()
      .toBuffer()
    const sizes: number[] = []
    for (const quality of ['100', '30', null]) {
      if (quality === null) await harness.db.deleteFrom('settings').where('key', '=', 'uploadImageQuality').execute()
      else await harness.build.setting('uploadImageQuality', quality)
      await harness.services.settings.reload()
      const own = await ownItem()
      expect((await sendPicture(own, picture)).status).toBe(200)
      sizes.push((await rowsOf(own))[0]!.bytes)
    }
    const [best, least, usual] = sizes as [number, number, number]
    expect(least).toBeLessThan(usual * 0.8)
    expect(best).toBeGreaterThan(usual * 1.2)
  })

  test('[GAP-75] pictures are processed in turn; more than a few in parallel are refused', async () => {
    const picture = await photo(1600, 1200)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => encodePicture(picture, { kind: 'item', quality: 78 })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TEMPORARILY_AWAY' })
    expect((await encodePicture(picture, { kind: 'item', quality: 78 })).length).toBe(8)
  })
})

describe('old pictures', () => {
  test('[GAP-75] a replaced picture is deleted after its time, an unused one after an hour, and the one in use stays', async () => {
    const own = await ownItem()
    const first = (await sendPicture(own, await photo())).body.item.image
    const second = (await sendPicture(own, await photo(400, 300))).body.item.image
    const [old, current] = await rowsOf(own)
    expect([old!.removed_at, current!.removed_at]).toEqual([expect.any(Date), null])
    await deleteOldPictures(harness.services)
    expect((await get(first)).statusCode).toBe(200)
    await sql`update store_pictures set removed_at = now() - interval '31 days' where id = ${old!.id}`.execute(
      harness.db,
    )
    await sql`insert into store_pictures (store_id, path, names, bytes, created_at)
              values (${own.store.id}, 'lost', array['i-lost.webp'], 5, now() - interval '2 hours')`.execute(harness.db)
    await deleteOldPictures(harness.services)
    expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200])
    expect((await rowsOf(own)).map(({ path }) => path)).toEqual([second])
  })
})

describe('pictures of add-ons and of duplicated stores', () => {
  async function ownAddon() {
    const own = await ownItem()
    const { addons } = await harness.build.addons({ item: own.item, options: [{ name: 'Ghee', price_minor: 500n }] })
    const fields = { store_id: String(own.store.id), id: String(addons[0]!.id) }
    const send = (picture: Buffer, more: Partial<Sent> = {}) =>
      sendForm('store-owner/update-addon-image', { fields, picture, token: own.token, ...more })
    return { ...own, fields, send }
  }

  test('[U-13] [D-16] an add-on gets a picture, and get-single-item carries it', async () => {
    const { item, send } = await ownAddon()
    const { body } = await send(await photo())
    const { image } = body.addon_category.addons[0]
    expect(image).toMatch(/^\/assets\/img\/uploads\/i-[0-9a-f]{32}\.webp$/)
    const shown = await harness.call('get-single-item', { id: item.id })
    expect(shown.body).toMatchObject({ addon_categories: [{ addons: [{ name: 'Ghee', image }] }] })
  })

  test('[GAP-75] a file that is not a picture, a full store, another owner’s add-on and an unknown one are refused', async () => {
    const own = await ownAddon()
    const other = await ownAddon()
    expect(codeOf(await own.send(Buffer.from('<svg/>')))).toBe('UNSUPPORTED_MEDIA_TYPE')
    const without = { store_id: own.store.id, id: Number(own.fields.id) }
    const missing = await harness.call('store-owner/update-addon-image', without, { token: own.token })
    expect(missing).toMatchObject({ status: 400, body: { error: { fields: { image: expect.any(String) } } } })
    expect(codeOf(await own.send(await photo(), { token: other.token }))).toBe('ORDER_NOT_YOURS')
    const foreign = { ...own.fields, id: other.fields.id }
    expect(codeOf(await own.send(await photo(), { fields: foreign }))).toBe('NOT_FOUND')
    expect(await rowsOf(own)).toEqual([])
    await fillRoom(own.store.id)
    expect(codeOf(await own.send(await photo()))).toBe('PICTURES_FULL')
  })

  test('a field next to a picture has at most 20 KB', async () => {
    const own = await ownAddon()
    const sent = async (bytes: number) =>
      (await own.send(await photo(), { fields: { ...own.fields, alt: 'x'.repeat(bytes) } })).status
    expect([await sent(20_479), await sent(20_481)]).toEqual([200, 413])
  })

  test('[U-09] a picture that its store has replaced stays while a copy of the store shows it', async () => {
    const own = await ownItem()
    const { body } = await sendPicture(own, await photo())
    const { image } = body.item
    const copy = await ownItem()
    await harness.db.updateTable('items').set({ image }).where('id', '=', copy.item.id).execute()
    await sendPicture(own, await photo(400, 300))
    await sql`update store_pictures set removed_at = now() - interval '40 days' where path = ${image}`.execute(
      harness.db,
    )
    await deleteOldPictures(harness.services)
    expect((await get(image)).statusCode).toBe(200)
    await harness.db.updateTable('items').set({ image: null }).where('id', '=', copy.item.id).execute()
    await deleteOldPictures(harness.services)
    expect((await get(image)).statusCode).toBe(404)
  })
})
