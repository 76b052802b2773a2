import { beforeAll, expect, it } from 'vitest'
import { deleteOldPictures } from '#platform/pictures/save-picture.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { photo } from '#test/pictures.ts'
import { createSalons, type TestSalon } from '#test/salon.ts'

const test = useTestApp()
const { salon } = createSalons(test)

let of: TestSalon
let other: TestSalon
let picture: Buffer
beforeAll(async () => {
  of = await salon()
  other = await salon()
  picture = await photo()
})

type Sent = { id?: number; picture?: Buffer | undefined; who?: { token: string } }

async function send({
  id = of.stylists[0]!,
  picture: bytes,
  who = of.owner,
}: Sent): Promise<TestAnswer<{ image: string | null }>> {
  const form = new FormData()
  form.append('store_id', String(of.store.id))
  form.append('id', String(id))
  if (bytes) form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/public/api/dashboard/bookings/stylists/picture',
    headers: { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${who.token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const shown = async () => {
  const { body } = await test.call('salon-services', { store_id: of.store.id })
  return body.stylists.map(({ image }) => image)
}
/** Makes the files of unused pictures old enough to be deleted, and deletes them. */
async function deleteUnseen() {
  const long = new Date(Date.now() - 40 * 86_400_000)
  await test.db.updateTable('store_pictures').set({ removed_at: long }).where('removed_at', 'is not', null).execute()
  await deleteOldPictures(test.services)
}
const get = async (path: string) => (await test.app.inject({ url: path })).statusCode

it('[V-25] a picture is shown to customers and in the diary, and can be replaced and removed', async () => {
  const first = String((await send({ picture })).body.image)
  expect(first).toMatch(/^\/assets\/img\/uploads\/i-[0-9a-f]{32}\.webp$/)
  expect(await shown()).toEqual([first, null])
  const diary = await test.call('dashboard/bookings/day', { store_id: of.store.id }, of.owner)
  expect(diary.body.stylists[0]!.image).toBe(first)
  expect(await get(first.replace('.webp', '-150.avif'))).toBe(200)
  const manager = await test.build.employee({ store: of.store, role: 'manager' })
  const second = String((await send({ picture, who: manager })).body.image)
  expect(await shown()).toEqual([second, null])
  await deleteUnseen()
  expect([await get(first), await get(second)]).toEqual([404, 200])
  const about = { store_id: of.store.id, id: of.stylists[0]!, remove: 1 as const }
  expect((await test.call('dashboard/bookings/stylists/picture', about, of.owner)).body).toEqual({
    success: true,
    image: null,
  })
  expect(await shown()).toEqual([null, null])
})

it('[V-25] a deleted person has no picture', async () => {
  const path = String((await send({ id: of.stylists[1]!, picture })).body.image)
  await test.call('dashboard/bookings/stylists/delete', { store_id: of.store.id, id: of.stylists[1]! }, of.owner)
  await deleteUnseen()
  expect(await get(path)).toBe(404)
  expect(codeOf(await send({ id: of.stylists[1]!, picture }))).toBe('NOT_FOUND')
})

it('[V-25] a picture of another salon, a missing file and a file that is not a picture change nothing', async () => {
  const before = await shown()
  expect(codeOf(await send({ picture, who: other.owner }))).toBe('ORDER_NOT_YOURS')
  expect(codeOf(await send({ picture, id: other.stylists[0]! }))).toBe('NOT_FOUND')
  expect(codeOf(await send({}))).toBe('INVALID_INPUT')
  expect(codeOf(await send({ picture: Buffer.from('<svg/>') }))).toBe('UNSUPPORTED_MEDIA_TYPE')
  const kitchen = await test.build.employee({ store: of.store, role: 'kitchen' })
  expect((await send({ picture, who: kitchen })).status).toBe(403)
  const full = { store_id: of.store.id, path: 'full', names: ['x.webp'], bytes: 200 * 1024 * 1024 - 10 }
  await test.db.insertInto('store_pictures').values(full).execute()
  expect(codeOf(await send({ picture }))).toBe('PICTURES_FULL')
  expect(await shown()).toEqual(before)
})
