import type { WireInput } from '@nukkad/contract/contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { photo, uploadPicture } from '#test/pictures.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)
let cookie = ''
let staffId = 0
let categoryId = 0
beforeAll(async () => {
  const staff = await member('store_category_sliders_manage')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
  const row = { name: 'Biryani' }
  categoryId = (await test.db.insertInto('store_categories').values(row).returning('id').executeTakeFirstOrThrow()).id
})

const upload = async () => (await uploadPicture(test, { use: 'tile', cookie, picture: await photo() })).body.path
const save = async (more: Partial<WireInput<'dashboard/category-tiles/save'>> = {}) =>
  ask(
    'dashboard/category-tiles/save',
    { name: 'Biryani', image: more.image ?? (await upload()), category_ids: [categoryId], is_active: 1, ...more },
    { cookie },
  )
async function onHome() {
  test.services.catalogueCache.clear()
  const { body } = await test.call('get-restaurant-category-slides')
  return JSON.stringify(body)
}

it('[U-10] category tiles are added, changed, put in order and deleted, and home shows the active ones', async () => {
  const first = (await save({ name: 'Rice dishes' })).body.tiles.at(-1)!
  const second = (await save({ name: 'Quick lunch' })).body.tiles.at(-1)!
  expect(await onHome()).toContain('Rice dishes')
  expect((await ask('dashboard/category-tiles', {}, { cookie })).body.tiles.map(({ id }) => id)).toEqual([
    first.id,
    second.id,
  ])
  const ordered = await ask('dashboard/category-tiles/order', { ids: [second.id, first.id] }, { cookie })
  expect(ordered.body.tiles.map(({ name }) => name)).toEqual(['Quick lunch', 'Rice dishes'])
  for (const ids of [[first.id], [first.id, first.id]])
    expect(codeOf(await ask('dashboard/category-tiles/order', { ids }, { cookie }))).toBe('LIST_CHANGED')
  await save({ id: first.id, name: 'Rice dishes', image: first.image, is_active: 0 })
  expect(await onHome()).not.toContain('Rice dishes')
  expect((await ask('dashboard/category-tiles/delete', { id: first.id }, { cookie })).body).toEqual({ success: true })
  expect(codeOf(await ask('dashboard/category-tiles/delete', { id: first.id }, { cookie }))).toBe('NOT_FOUND')
  expect(codeOf(await save({ id: first.id }))).toBe('NOT_FOUND')
  expect((await auditOf(staffId)).slice(1).map(({ action }) => action)).toEqual([
    'category_tile.created',
    'category_tile.created',
    'category_tiles.ordered',
    'category_tile.updated',
    'category_tile.deleted',
  ])
})

it('[U-10] a tile accepts only existing store categories', async () => {
  const answer = await save({ category_ids: [999_999] })
  expect(answer.body).toMatchObject({ error: { fields: { category_ids: 'Please choose one of the options' } } })
})
