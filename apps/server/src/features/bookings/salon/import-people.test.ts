import { csvOf } from '@nukkad/rules/csv.ts'
import { peopleColumns, personCells } from '@nukkad/rules/people-file.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { createSalons, type TestSalon } from '#test/salon.ts'

const test = useTestApp()
const { salon } = createSalons(test)

let of: TestSalon
beforeEach(async () => {
  of = await salon()
})

type Preview = {
  rows: number
  to_add: number
  to_change: number
  unchanged: number
  errors: { row: number; column: string }[]
  sample: { row: number; does: string; name: string; changed: string[] }[]
}

async function send(
  step: 'preview' | 'apply',
  file: string | Buffer,
  who: { token: string } = of.owner,
  storeId: number = of.store.id,
): Promise<TestAnswer<Preview & { added: number; changed: number }>> {
  const form = new FormData()
  form.append('store_id', String(storeId))
  const bytes = Buffer.from(file as string)
  if (bytes.length > 0) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'people.csv')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: `/public/api/dashboard/bookings/people-import/${step}`,
    headers: { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${who.token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const setup = async ({ store, owner } = of) =>
  (await test.call('dashboard/bookings/salon', { store_id: store.id }, owner)).body
/** Returns the people of a salon as a file, as the dashboard exports them. */
const exported = async (about = of, without: readonly string[] = []) => {
  const { stylists, services } = await setup(about)
  const columns = peopleColumns.filter((column) => !without.includes(column))
  const rows = stylists.map((person) => personCells(person, services)).map((cells) => columns.map((key) => cells[key]))
  return csvOf([columns, ...rows])
}

describe('a file of people', () => {
  it('[V-24] changes nothing if it was exported from this salon, and copies its people to a salon with the same services', async () => {
    const hours = {
      monday: [
        { open: '09:00', close: '13:00' },
        { open: '14:00', close: '02:00' },
      ],
    }
    const own = [{ item_id: of.cut, price: '550', minutes: 45 }, { item_id: of.colour }]
    const person = { store_id: of.store.id, name: 'Ravi, senior', position: 9, is_active: 0, hours, services: own }
    await test.call('dashboard/bookings/stylists/save', person as never, of.owner)
    const before = await setup()
    const file = await exported()
    const { body } = await send('preview', file)
    expect(body).toMatchObject({ rows: 3, to_add: 0, to_change: 0, unchanged: 3, errors: [] })
    expect((await send('apply', file)).body).toMatchObject({ success: true, added: 0, changed: 0 })
    expect(await setup()).toEqual(before)

    const twin = await salon({ stylists: 0 })
    const copy = await exported(of, ['id'])
    expect((await send('apply', copy, twin.owner, twin.store.id)).body).toMatchObject({ added: 3, changed: 0 })
    expect((await send('apply', copy, twin.owner, twin.store.id)).body).toMatchObject({ added: 0, changed: 0 })
    expect(await exported(twin, ['id'])).toBe(copy)
  })

  it('[V-24] is previewed, and changes only its own columns; account, dated hours and commission stay', async () => {
    const id = of.stylists[0]!
    const person = {
      store_id: of.store.id,
      id,
      name: 'Nila 1',
      account_id: of.owner.id,
      hours: {},
      services: [{ item_id: of.cut, commission: '20.00' }],
      commission: '12.50',
      exceptions: [{ date: '2031-01-01', windows: [] }],
    }
    await test.call('dashboard/bookings/stylists/save', person as never, of.owner)
    const file = 'Name,Monday,Services\r\nNila 1,9:00-12:00,"Colour [1200; 95] | Haircut"\r\nTara,,Haircut\r\n'
    const { body } = await send('preview', file)
    expect(body).toMatchObject({
      rows: 2,
      to_add: 1,
      to_change: 1,
      unchanged: 0,
      errors: [],
      sample: [
        { row: 2, does: 'change', name: 'Nila 1', changed: ['services', 'monday'] },
        { row: 3, does: 'add', name: 'Tara' },
      ],
    })
    expect((await setup()).stylists.map(({ name }) => name)).toEqual(['Nila 1', 'Nila 2'])
    expect((await send('apply', file)).body).toMatchObject({ added: 1, changed: 1 })
    const { stylists } = await setup()
    expect(stylists.find((one) => one.id === id)).toMatchObject({
      user_id: of.owner.id,
      hours: { monday: [{ open: '09:00', close: '12:00' }], tuesday: [] },
      exceptions: [{ date: '2031-01-01', windows: [] }],
      services: [
        { item_id: of.cut, price: null, minutes: null, commission: '20.00' },
        { item_id: of.colour, price: '1200.00', minutes: 95, commission: null },
      ],
      commission: '12.50',
    })
    expect(stylists.find(({ name }) => name === 'Tara')).toMatchObject({ is_active: 1, position: 1 })
    const manager = await test.build.employee({ store: of.store, role: 'manager' })
    expect(codeOf(await send('apply', 'Name,Services\r\nNila 1,Colour\r\n', manager))).toBe('PERMISSION_MISSING')
    expect((await send('apply', 'Name,Services\r\nNila 1,Haircut\r\n', manager)).body).toMatchObject({ changed: 1 })
  })

  it('[V-24] adds its people once if it is applied twice in parallel', async () => {
    const file = 'name,tuesday\nTara,10:00-18:00\n'
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('apply', file)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(1)
    expect((await setup()).stylists.map(({ name }) => name)).toEqual(['Nila 1', 'Nila 2', 'Tara'])
  })

  it('[V-24] is refused as a whole if a row has an error, and each error names its row and column', async () => {
    const before = await setup()
    const other = await salon()
    const lines = [
      'id,name,position,is_active,monday,services',
      `${other.stylists[0]},Far,,,,`,
      ',,,,,',
      ',Tara,x,perhaps,9 to 5,Perm',
      ',Mina,,,09:00-12:00 | 11:00-14:00,Haircut | Haircut',
      ',Lila,,,25:00-26:00,Haircut [many]',
      ',Lila,,,,Haircut [; 2000]',
      `,${'x'.repeat(81)},,,,`,
      ',Kavya,,,,',
    ]
    const file = `${lines.join('\n')}\n`
    const { body } = await send('preview', file)
    expect(body.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 id',
      '4 position',
      '4 is_active',
      '4 services',
      '4 monday',
      '5 services',
      '5 monday',
      '6 services',
      '6 monday',
      '7 services',
      '7 name',
      '8 name',
    ])
    expect(codeOf(await send('apply', file))).toBe('INVALID_INPUT')
    expect(await setup()).toEqual(before)
  })

  it('[V-24] is refused if it is not a table of people, or is for another salon', async () => {
    const file = 'name\nTara\n'
    expect((await send('preview', 'sku,price\n1,2\n')).body.errors).toMatchObject([
      { row: 1, column: 'name' },
      { row: 1, column: 'sku' },
      { row: 1, column: 'price' },
    ])
    const other = await salon()
    const { id } = await test.build.user({}, 'staff')
    await test.db.insertInto('staff_permissions').values({ user_id: id, permission: 'stores_edit' }).execute()
    const operator = { token: await test.build.token(id, 'staff') }
    for (const step of ['preview', 'apply'] as const) {
      expect(codeOf(await send(step, Buffer.from('PK')))).toBe('UNSUPPORTED_MEDIA_TYPE')
      expect(codeOf(await send(step, ''))).toBe('INVALID_INPUT')
      expect(codeOf(await send(step, file, other.owner))).toBe('ORDER_NOT_YOURS')
      expect(codeOf(await send(step, file, operator, 2_000_000_000))).toBe('NOT_FOUND')
      expect((await send(step, file, await test.build.employee({ store: of.store, role: 'cashier' }))).status).toBe(403)
      expect((await send(step, file, operator)).status).toBe(200)
    }
    expect(codeOf(await send('preview', `name\n${'A\n'.repeat(201)}`))).toBe('INVALID_INPUT')
  })
})
