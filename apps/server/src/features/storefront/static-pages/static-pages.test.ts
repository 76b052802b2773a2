import type { WireInput } from '@nukkad/contract/contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)
let cookie = ''
let staffId = 0
beforeAll(async () => {
  const staff = await member('pages_manage')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
})

const save = (page: WireInput<'dashboard/pages/save'>) => ask('dashboard/pages/save', page, { cookie })
const read = async (slug: string) => (await test.call('get-single-page', { slug })).body

it('[U-15] a page is created, changed and deleted by its address; its HTML is cleaned', async () => {
  const made = await save({
    name: 'Our offers',
    slug: 'Our-Offers',
    body: '<h2>Hello</h2><script>alert(1)</script><p onclick="x()">There <a href="javascript:x">you</a></p>',
  })
  expect(made.body.page).toEqual({
    id: expect.any(Number),
    name: 'Our offers',
    slug: 'our-offers',
    body: '<h2>Hello</h2><p>There <a>you</a></p>',
  })
  const { id } = made.body.page
  expect(await read('our-offers')).toEqual(made.body.page)
  await save({ id, name: 'Offers', slug: 'offers', body: '<p>New</p>' })
  expect(await read('our-offers')).toBeNull()
  expect(await read('offers')).toMatchObject({ name: 'Offers', body: '<p>New</p>' })
  expect((await ask('dashboard/pages/delete', { slug: 'offers' }, { cookie })).body).toEqual({ success: true })
  expect(await read('offers')).toBeNull()
  expect(codeOf(await ask('dashboard/pages/delete', { slug: 'offers' }, { cookie }))).toBe('NOT_FOUND')
  expect(codeOf(await save({ id, name: 'Offers', slug: 'offers', body: '' }))).toBe('NOT_FOUND')
  expect((await auditOf(staffId)).map(({ action }) => action).slice(1)).toEqual([
    'page.created',
    'page.updated',
    'page.deleted',
  ])
})

it('[U-15] one address has one page, however many are created in parallel', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => save({ name: `Terms ${n}`, slug: 'terms', body: '' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const other = (await save({ name: 'Other', slug: 'other', body: '' })).body.page
  const moved = await save({ id: other.id, name: 'Other', slug: 'terms', body: '' })
  expect(moved.body).toMatchObject({ error: { fields: { slug: 'This value is already taken. Choose another.' } } })
})

it('[U-15] a page cannot move to an address that another request takes at the same time', async () => {
  const { page } = (await save({ name: 'Help', slug: 'help', body: '' })).body
  const taking = await test.db.startTransaction().execute()
  await taking.insertInto('pages').values({ name: 'Support', slug: 'support', body: '' }).execute()
  const moved = save({ id: page.id, name: 'Help', slug: 'support', body: '' })
  await waitsForLock(test.db)
  await taking.commit().execute()
  expect((await moved).body).toMatchObject({ error: { fields: { slug: expect.any(String) } } })
  expect(await read('help')).toMatchObject({ name: 'Help' })
})

it('[U-15] the preview shows the text that would be stored', async () => {
  const { body } = await ask('dashboard/pages/preview', { body: '<p>a<iframe src="x"></iframe></p>' }, { cookie })
  expect(body.body).toBe('<p>a</p>')
})
