import type { WireInput } from '@nukkad/contract/contract.ts'
import { beforeAll, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)
let cookie = ''
let staffId = 0
beforeAll(async () => {
  const staff = await member('popular_location_manage')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
  await test.db.deleteFrom('popular_locations').execute()
})

const save = (more: Partial<WireInput<'dashboard/popular-locations/save'>>) =>
  ask(
    'dashboard/popular-locations/save',
    { name: 'Indiranagar', latitude: 12.97, longitude: 77.64, is_active: 1, ...more },
    { cookie },
  )
const setPrimary = (id: number) => ask('dashboard/popular-locations/set-primary', { id }, { cookie })
const remove = (id: number) => ask('dashboard/popular-locations/delete', { id }, { cookie })
const all = async () => (await ask('dashboard/popular-locations', {}, { cookie })).body.locations
const primary = async () =>
  (await test.call('popular-geo-locations')).body.filter(({ is_default }) => is_default === 1).map(({ name }) => name)

it('[U-08] the first location is primary; another can become primary, and then only it has is_default 1', async () => {
  await save({ name: 'Koramangala', is_active: 0 })
  await save({ name: 'Jayanagar' })
  expect(await primary()).toEqual(['Koramangala'])
  const other = (await all()).find(({ name }) => name === 'Jayanagar')!
  const { body } = await setPrimary(other.id)
  expect(body.locations.filter(({ is_default }) => is_default).map(({ name }) => name)).toEqual(['Jayanagar'])
  expect(await primary()).toEqual(['Jayanagar'])
})

it('[U-08] of many locations that are made primary in parallel, exactly one is', async () => {
  for (const name of ['A', 'B', 'C', 'D']) await save({ name })
  const ids = (await all()).map(({ id }) => id)
  const answers = await Promise.all([...ids, ...ids].map(setPrimary))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await all()).filter(({ is_default }) => is_default)).toHaveLength(1)
})

it('[U-08] the primary location can be neither deleted nor switched off, and the reason is shown; others can', async () => {
  const [first, other] = await all()
  expect(await remove(first!.id)).toMatchObject({
    status: 409,
    body: { message: 'This is the primary location. Make another location primary first.' },
  })
  expect(codeOf(await save({ ...first, is_active: 0 }))).toBe('PRIMARY_LOCATION')
  expect((await save({ ...other, name: 'Elsewhere', is_active: 0 })).status).toBe(200)
  expect((await test.call('popular-geo-locations')).body.map(({ name }) => name)).not.toContain('Elsewhere')
  expect((await remove(other!.id)).body.locations.map(({ id }) => id)).not.toContain(other!.id)
  for (const answer of [await remove(other!.id), await setPrimary(other!.id), await save({ id: other!.id })])
    expect(codeOf(answer)).toBe('NOT_FOUND')
  const noted = (await auditOf(staffId)).filter(({ object_id }) => object_id === String(other!.id))
  const actions = noted.map(({ action }) => action)
  expect(actions[0]).toBe('location.created')
  expect(actions).toContain('location.made_primary')
  expect(actions.slice(-2)).toEqual(['location.updated', 'location.deleted'])
})
