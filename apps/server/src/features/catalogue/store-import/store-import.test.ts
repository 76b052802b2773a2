import type { CallName } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { csvOf } from '@nukkad/rules/csv.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, ask, signIn, auditOf } = createStaff(test)

type Preview = {
  import_id: string
  rows: number
  to_add: number
  to_change: number
  unchanged: number
  errors_count: number
  errors: { row: number; column: string; message: string }[]
  sample: {
    row: number
    does: string
    name: string
    changes: { column: string; before: string | null; after: string }[]
  }[]
  error?: { code: string; fields?: { file: string } }
}

/** Creates a member of staff with the given permissions; by default, with those to add and to change stores. */
async function dashboard(...permissions: Permission[]) {
  const person = await member('stores_view', ...(permissions.length > 0 ? permissions : allOfIt))
  const { cookie } = await signIn(person)
  const say = <Name extends CallName>(name: Name, input: object) => ask(name, input, { cookie })
  return {
    person,
    cookie,
    ask: say,
    preview: (file: string | Buffer) => sendFile(Buffer.from(file as string), cookie),
    apply: (import_id: string) => say('dashboard/store-import/apply', { import_id }),
    undo: (import_id: string) => say('dashboard/store-import/undo', { import_id }),
    read: async (id: number) => (await say('dashboard/stores/read', { store_id: id })).body.store,
  }
}
const allOfIt: Permission[] = ['stores_add', 'stores_edit', 'approve_stores']

async function sendFile(bytes: Buffer, cookie: string): Promise<Preview> {
  const form = new FormData()
  if (bytes.length > 0) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'stores.csv')
  else form.append('none', '')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/public/api/dashboard/store-import/preview',
    headers: { 'content-type': request.headers.get('content-type')!, cookie, origin: 'https://shop.test' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json()
}

let count = 0
/** Returns a name that no other test uses. */
const named = (what: string) => `${what} ${process.pid} ${++count}`
const pageOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const saidOf = ({ errors }: Preview) => errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)

/**
 * The number of statements sent to the database. The count works only if the spy is set before the pool opens its first
 * connection.
 */
let statements = 0
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  statements += 1
  return send.apply(this, args)
} as typeof pg.Client.prototype.query

describe('the preview', () => {
  it('[U-09] takes as many statements for many stores as for one', async () => {
    const { preview } = await dashboard()
    const stores = await Promise.all(Array.from({ length: 12 }, () => test.build.store()))
    const askedFor = async (of: typeof stores) => {
      const before = statements
      const body = await preview(csvOf([['No.', 'Phone'], ...of.map(({ id }) => [String(id), '080 7'])]))
      expect(body).toMatchObject({ rows: of.length, to_change: of.length })
      return statements - before
    }
    const one = await askedFor(stores.slice(0, 1))
    expect(await askedFor(stores)).toBe(one)
  })

  it('[U-09] shows for each row the additions and changes with before and after, and changes nothing', async () => {
    const { preview, read } = await dashboard()
    const held = await test.build.store({ phone: '080 1', store_charge_minor: 500n, commission_basis_points: 1000 })
    const before = await read(held.id)
    const body = await preview(
      csvOf([
        ['No.', 'Name', 'Phone', 'Store charge', 'Commission', 'Latitude', 'Longitude', 'Kind', 'Picture'],
        [String(held.id), held.name, '080 2', '7.5', '10', '', '', '', ''],
        ['', '', '', '', '', '', '', '', ''],
        ['', 'Night Pharmacy', '', '', '12.25', '12.9', '77.6', 'Medical store', ''],
      ]),
    )
    expect(body).toMatchObject({ rows: 2, to_add: 1, to_change: 1, unchanged: 0, errors: [] })
    expect(body.sample).toEqual([
      {
        row: 2,
        does: 'change',
        name: held.name,
        changes: [
          { column: 'Phone', before: '080 1', after: '080 2' },
          { column: 'Store charge', before: '5.00', after: '7.50' },
        ],
      },
      {
        row: 4,
        does: 'add',
        name: 'Night Pharmacy',
        changes: [
          { column: 'Name', before: null, after: 'Night Pharmacy' },
          { column: 'Kind', before: null, after: 'Medical store' },
          { column: 'Latitude', before: null, after: '12.9' },
          { column: 'Longitude', before: null, after: '77.6' },
          { column: 'Commission', before: null, after: '12.25' },
        ],
      },
    ])
    expect(await read(held.id)).toEqual(before)
  })

  it('[U-09] names row and column of every error, and then nothing can be applied', async () => {
    const { preview } = await dashboard()
    const [one, other] = [await test.build.store(), await test.build.store()]
    const far = await test.build.store({
      delivery_areas: JSON.stringify([
        [
          [77.6, 12.9],
          [77.7, 12.9],
          [77.7, 13],
        ],
      ]),
    })
    const body = await preview(
      csvOf([
        [
          'id',
          'slug',
          'name',
          'latitude',
          'longitude',
          'kind',
          'is_active',
          'delivery_charges',
          'commission',
          'categories',
          'currency',
        ],
        ['99999999', '', 'X', '', '', '', '', '', '', '', ''],
        ['', '', 'New', '95', '', 'Palace', 'maybe', '1e3', '101', 'No such', 'ZZZ'],
        [String(one.id), other.slug, '', '', '', '', '', '', '', '', ''],
        [String(other.id), '', 'a', '', '', '', '', '', '', '', 'USD'],
        [String(other.id), '', 'b', '', '', '', '', '', '', '', ''],
        ['', 'a b', 'c', '1', '1', '', '', '', '', '', ''],
        ['', 'same-page', 'c', '1', '1', '', '', '', '', '', ''],
        ['', 'same-page', 'c', '1', '1', '', '', '', '', '', ''],
        [String(far.id), '', 'c', '-33.8', '151.2', '', '', '', '', '', ''],
        ['', '', '\u202eX', '1', '1', '', '', '-5', '', '', ''],
      ]),
    )
    expect(body.import_id).toBeNull()
    expect(saidOf(body)).toEqual([
      '2 No.: No entry with this value was found',
      '2 Latitude: Please fill in this field',
      '2 Longitude: Please fill in this field',
      '3 Currency: Please choose one of the options',
      '3 Kind: Please choose one of the options',
      '3 Open: Please choose one of the options',
      '3 Categories: No entry with this value was found',
      '3 Latitude: A latitude is between -90 and 90',
      '3 Commission: This number is too large',
      '3 Longitude: Please fill in this field',
      '4 Page: This value is already taken. Choose another.',
      '5 Currency: This value cannot be changed here',
      '6 No.: Remove the duplicate',
      '7 Page: This value is not valid',
      '9 Page: Remove the duplicate',
      '10 Latitude: This place is too far away',
      '11 Name: Remove the characters that are not allowed',
    ])
  })

  it('[U-09] names each unknown column once, and not in each row', async () => {
    const { preview } = await dashboard()
    const heads = await preview('No.,Colour,Name,name\r\n1,red,A,B\r\n2,red,A,B\r\n')
    expect(saidOf(heads)).toEqual([
      '1 Colour: This column is not known. Remove or rename the column.',
      '1 name: Remove the duplicate',
    ])
    expect(heads.import_id).toBeNull()
  })

  it('[U-09] refuses a file that is not a text table, one with too many rows and an empty one', async () => {
    const { preview } = await dashboard()
    const problem = async (file: string | Buffer) => (await preview(file)).error
    expect(await problem('PK\u0003\u0004 a workbook')).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    expect(await problem('Name\n')).toMatchObject({ fields: { file: 'This file has no rows' } })
    expect(await problem('')).toMatchObject({ fields: { file: 'Please choose a file' } })
    const many = `Name,Latitude,Longitude\n${'A,1,1\n'.repeat(1001)}`
    expect(await problem(many)).toMatchObject({ fields: { file: 'A file can have up to 1,000 stores' } })
    expect(await problem(`Name\n${'x'.repeat(5_300_000)}`)).toMatchObject({ code: 'BODY_TOO_LARGE' })
  })

  it('[U-09] shows rows that change something before rows that change nothing', async () => {
    const { preview } = await dashboard()
    const [same, other] = [await test.build.store({ phone: '080 1' }), await test.build.store({ phone: '080 1' })]
    const { sample } = await preview(
      csvOf([
        ['No.', 'Phone'],
        [String(same.id), '080 1'],
        [String(other.id), '080 2'],
      ]),
    )
    expect(sample.map(({ row, does }) => [row, does])).toEqual([
      [3, 'change'],
      [2, 'nothing'],
    ])
  })

  it('[U-09] [GAP-53] reads the exported list of stores without a change', async () => {
    const name = named('Loop')
    const { id: categoryId } = await test.db
      .insertInto('store_categories')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await test.build.store({
      name,
      description: '=1+1, "quoted"',
      latitude: -33.8,
      phone: '+91 80',
      offer: '-20 %',
      kind: 'medical',
      delivery_charge_type: 'DYNAMIC',
      extra_delivery_charge_minor: 1250n,
      commission_basis_points: 1275,
      delivery_type: 2,
      custom_message: '@home',
      is_pureveg: true,
      order_column: 4,
    })
    await test.db.insertInto('store_category_stores').values({ store_id: id, category_id: categoryId }).execute()
    const { ask, preview, cookie } = await dashboard()
    const { body } = await ask('dashboard/export', { table: 'stores', format: 'csv', q: name })
    const file = await test.app.inject({ method: 'GET', url: (body as { url: string }).url, headers: { cookie } })
    expect(file.body).toContain('\'=1+1, ""quoted""')
    expect(await preview(file.body)).toMatchObject({ rows: 1, to_add: 0, to_change: 0, unchanged: 1, errors: [] })
    const edited = await preview(file.body.replace("'-20 %", 'New'))
    expect(edited.sample).toEqual([
      { row: 2, does: 'change', name, changes: [{ column: 'Offer', before: '-20 %', after: 'New' }] },
    ])
  })
})

describe('applying and undoing', () => {
  /** Creates a store, and previews a file that changes it and adds another. */
  async function imported() {
    const staff = await dashboard()
    const held = await test.build.store({ name: named('Held'), offer: 'Old', landmark: null })
    const added = named('Added')
    const file = csvOf([
      ['No.', 'Name', 'Latitude', 'Longitude', 'Offer', 'Landmark', 'Smallest order'],
      [String(held.id), `${held.name} Café`, '', '', '', "'=Tower", '99'],
      ['', added, '-12.5', '77.5', '=20 %', '', '49.50'],
    ])
    const { import_id } = await staff.preview(file)
    const find = async (name: string) =>
      test.db.selectFrom('stores').select(['id', 'slug', 'is_accepted']).where('name', '=', name).executeTakeFirst()
    return { ...staff, held, added, file, import_id, find }
  }

  it('[U-09] makes the changes of the preview once and records each store before and after; undo reverts all, once', async () => {
    const { held, added, import_id, apply, undo, read, find, person } = await imported()
    const before = await read(held.id)
    const [done, again] = await Promise.all([apply(import_id), apply(import_id)])
    expect(done.body).toMatchObject({ success: true, added: 1, changed: 1 })
    expect(again.body).toEqual(done.body)
    expect(await read(held.id)).toMatchObject({
      name: `${held.name} Café`,
      offer: null,
      landmark: '=Tower',
      min_order_price: '99.00',
    })
    const made = (await find(added))!
    expect(made).toMatchObject({ slug: pageOf(added), is_accepted: false })
    expect(await read(made.id)).toMatchObject({
      latitude: '-12.5',
      offer: '=20 %',
      min_order_price: '49.50',
      kind: 'store',
      currency: 'INR',
    })
    const undone = await undo(import_id)
    expect(undone.body).toEqual({ success: true, removed: 1, put_back: 1 })
    expect((await undo(import_id)).body).toEqual(undone.body)
    expect(await find(added)).toBeUndefined()
    expect(await read(held.id)).toEqual(before)
    const noted = (await auditOf(person.id)).map(({ action, object_id }) => [action, object_id])
    expect(noted.slice(1)).toEqual([
      ['store.updated_by_import', String(held.id)],
      ['store.created', String(made.id)],
      ['stores.imported', import_id],
      ['store.restored', String(held.id)],
      ['store_import.undone', import_id],
    ])
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit_entries where action = 'store.updated_by_import' and object_id = ${String(held.id)}`.execute(
      test.db,
    )
    expect(rows).toMatchObject([{ before: { offer: 'Old' }, after: { offer: null, min_order_price: '99.00' } }])
  })

  it('[U-09] a store that changed since the preview, or a page name that was taken, makes the whole file fail', async () => {
    const { held, added, import_id, apply, find, ask, preview } = await imported()
    await ask('dashboard/stores/update', { store_id: held.id, offer: 'Somebody’s' })
    const refused = await apply(import_id)
    expect(codeOf(refused)).toBe('STORES_CHANGED')
    expect((refused.body as { message?: string }).message).toBe(
      `${held.name} was changed in the meantime, so nothing was changed now.`,
    )
    expect(await find(added)).toBeUndefined()
    const slug = pageOf(named('page'))
    const onPage = await preview(
      csvOf([
        ['Name', 'Page', 'Latitude', 'Longitude'],
        ['On it', slug, '1', '1'],
      ]),
    )
    await test.build.store({ slug })
    expect(codeOf(await apply(onPage.import_id))).toBe('STORES_CHANGED')
  })

  it('[U-09] of two files that change one store in parallel, one is applied', async () => {
    const { held, file, import_id, apply, preview, read } = await imported()
    const second = await preview(file.replace('Café', 'Bistro'))
    const answers = await Promise.all([apply(import_id), apply(second.import_id)])
    expect(answers.map((answer) => codeOf(answer) ?? 'done').toSorted()).toEqual(['STORES_CHANGED', 'done'])
    expect((await read(held.id)).name).toMatch(/ (Café|Bistro)$/)
  })

  it('[U-09] two files that name the same stores in another order are both applied', async () => {
    const { apply, preview } = await dashboard()
    const stores = await Promise.all(Array.from({ length: 6 }, () => test.build.store()))
    const file = (column: string, ids: { id: number }[]) =>
      csvOf([['No.', column], ...ids.map(({ id }) => [String(id), 'x'])])
    const one = await preview(file('Offer', stores))
    const other = await preview(file('Landmark', stores.toReversed()))
    const answers = await Promise.all([apply(one.import_id), apply(other.import_id)])
    expect(answers.map(({ body }) => body)).toMatchObject([{ changed: 6 }, { changed: 6 }])
  })

  it('[U-09] undo is refused if one of the stores has changed since, and then changes nothing', async () => {
    const { held, added, import_id, apply, undo, ask, find, read } = await imported()
    await apply(import_id)
    const made = (await find(added))!
    await ask('dashboard/stores/approve', { store_id: made.id, is_accepted: 1 })
    const refused = await undo(import_id)
    expect(codeOf(refused)).toBe('STORES_CHANGED')
    expect(refused.body).toMatchObject({ message: `${added} was changed in the meantime, so nothing was changed now.` })
    expect(await find(added)).toBeDefined()
    expect(await read(held.id)).toMatchObject({ landmark: '=Tower' })
    const other = await imported()
    await other.apply(other.import_id)
    await other.ask('dashboard/stores/update', { store_id: other.held.id, offer: 'Later' })
    expect(codeOf(await other.undo(other.import_id))).toBe('STORES_CHANGED')
    expect(await other.find(other.added)).toBeDefined()
  })

  it('[U-09] undo keeps a new store that has got a menu since', async () => {
    const { added, import_id, apply, undo, find } = await imported()
    await apply(import_id)
    await test.build.item({ store_id: (await find(added))!.id, name: 'Tea', category: 'Drinks' })
    expect(codeOf(await undo(import_id))).toBe('STORES_CHANGED')
    expect(await find(added)).toBeDefined()
  })

  it('[U-09] an import cannot be undone after ten minutes, or if it was never applied', async () => {
    const { import_id, apply, undo } = await imported()
    expect(codeOf(await undo(import_id))).toBe('NOT_FOUND')
    await apply(import_id)
    const long = new Date(Date.now() - 11 * 60_000)
    await test.db.updateTable('store_imports').set({ applied_at: long }).where('id', '=', import_id).execute()
    expect(codeOf(await undo(import_id))).toBe('UNDO_OVER')
  })

  it('[U-09] [GAP-75] staff who may only add stores change none by a file; another person’s import is not found', async () => {
    const { held, import_id, apply } = await imported()
    const adder = await dashboard('stores_add')
    const change = csvOf([
      ['No.', 'Offer'],
      [String(held.id), 'Mine'],
    ])
    expect((await adder.preview(change)).error?.code).toBe('PERMISSION_MISSING')
    expect(codeOf(await adder.apply(import_id))).toBe('NOT_FOUND')
    const own = await adder.preview(
      csvOf([
        ['Name', 'Latitude', 'Longitude'],
        [named('Own'), '1', '1'],
      ]),
    )
    expect((await adder.apply(own.import_id)).body).toMatchObject({ added: 1, changed: 0 })
    const viewer = await dashboard('stores_edit')
    expect((await viewer.preview(change)).error?.code).toBe('PERMISSION_MISSING')
    expect(codeOf(await viewer.apply(import_id))).toBe('PERMISSION_MISSING')
    expect((await apply(import_id)).body).toMatchObject({ changed: 1 })
  })

  it('[U-09] a thousand stores are read, added and removed again', async () => {
    const { preview, apply, undo } = await dashboard()
    const name = named('Many')
    const rows = Array.from({ length: 1000 }, (_, n) => [`${name} ${n}`, '12.9', '77.6', '10'])
    const { import_id, to_add } = await preview(csvOf([['Name', 'Latitude', 'Longitude', 'Store charge'], ...rows]))
    expect(to_add).toBe(1000)
    expect((await apply(import_id)).body).toMatchObject({ added: 1000 })
    expect((await undo(import_id)).body).toMatchObject({ removed: 1000 })
  }, 60_000)
})
