import { csvOf } from '@nukkad/rules/csv.ts'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { cookieWith, ask, auditOf } = createStaff(test)

async function ownStore() {
  const store = await test.build.store()
  const owner = await test.build.owner({ stores: [store] })
  const dosa = await test.build.item({ store_id: store.id, name: 'Dosa', category: 'Meals', stock: 5 })
  const group = await test.build.addons({ item: dosa, options: [{ name: 'Ghee', price_minor: 500n }] })
  const send = (file: string | Buffer, { token = owner.token, store_id = store.id } = {}) =>
    sendFile(Buffer.from(file as string), { token, store_id })
  const input = (import_id: string | null) => ({ store_id: store.id, import_id: import_id! })
  const apply = (id: string | null, token = owner.token) =>
    test.call('dashboard/menu-import/apply', input(id), { token })
  const undo = (id: string | null, token = owner.token) => test.call('dashboard/menu-import/undo', input(id), { token })
  const menu = async () => {
    const { categories } = (await test.call('store-owner/get-menu', { store_id: store.id }, owner)).body
    return Object.fromEntries(categories.map(({ name, items }) => [name, items.map((item) => item)]))
  }
  return { store, owner, dosa, group, send, apply, undo, menu }
}

async function sendFile(bytes: Buffer, { token, store_id }: { token: string; store_id: number }) {
  const form = new FormData()
  form.append('store_id', String(store_id))
  if (bytes.length > 0) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'menu.csv')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/public/api/dashboard/menu-import/preview',
    headers: { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = answer.json() as Preview & { error?: { code: string; fields?: object } }
  return { status: answer.statusCode, headers: {}, body }
}
type Preview = {
  import_id: string | null
  rows: number
  to_add: number
  to_change: number
  unchanged: number
  new_categories: string[]
  errors_count: number
  errors: { row: number; column: string; message: string }[]
  sample: { row: number; does: string; name: string; changed: string[] }[]
}

describe('the preview', () => {
  it('[U-11] is refused to staff for a store that does not exist', async () => {
    const { id } = await test.build.user({}, 'staff')
    await test.db.insertInto('staff_permissions').values({ user_id: id, permission: 'items_add' }).execute()
    const token = await test.build.token(id, 'staff')
    const answer = await sendFile(Buffer.from('name\nDosa\n'), { token, store_id: 999_999 })
    expect([answer.status, answer.body.error?.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('[U-11] shows for each row the change it would make, and changes nothing', async () => {
    const { send, menu, dosa } = await ownStore()
    const before = await menu()
    const { body } = await send(
      csvOf([
        ['id', 'category', 'name', 'price', 'diet', 'add_ons'],
        [String(dosa.id), 'Meals', 'Dosa', '110.00', 'veg', 'Extras'],
        ['', '', '', '', '', ''],
        ['', 'Sweets', 'Jalebi', '40', '', ''],
      ]),
    )
    expect(body).toMatchObject({
      rows: 2,
      to_add: 1,
      to_change: 1,
      unchanged: 0,
      new_categories: ['Sweets'],
      errors: [],
    })
    expect(body.sample).toEqual([
      { row: 2, does: 'change', name: 'Dosa', category: 'Meals', price: '110.00', changed: ['price_minor', 'is_veg'] },
      { row: 4, does: 'add', name: 'Jalebi', category: 'Sweets', price: '40.00', changed: [] },
    ])
    expect(await menu()).toEqual(before)
  })

  it('[U-11] names row and column of every error, and then nothing can be applied', async () => {
    const { send, dosa } = await ownStore()
    const { body } = await send(
      csvOf([
        ['id', 'category', 'name', 'price', 'old_price', 'diet', 'stock', 'is_active', 'add_ons'],
        ['99999999', 'Meals', '', '1e3', '-5', 'vegan', '-1', 'maybe', 'Nuts'],
        [String(dosa.id), 'Meals', 'Dosa', '1', '', '', '', '', ''],
        [String(dosa.id), 'Meals', 'Dosa', '2', '', '', '', '', ''],
        ['', '', 'a'.repeat(300), '1000000', '', '', '', '', 'Extras|Extras'],
      ]),
    )
    expect(body.import_id).toBeNull()
    const said = body.errors.map(({ row, column, message }) => `${row} ${column}: ${message}`)
    expect(said).toEqual([
      '2 name: Please fill in this field',
      '2 price: Please enter an amount',
      '2 old_price: Please enter an amount',
      '2 diet: Please choose one of the options',
      '2 is_active: Please choose one of the options',
      '2 stock: Please enter a number',
      '2 add_ons: No entry with this value was found',
      '2 id: No entry with this value was found',
      '4 id: Remove the duplicate',
      '5 name: This value is too long',
      '5 category: Please fill in this field',
      '5 price: Please enter an amount',
      '5 add_ons: Remove the duplicate',
    ])
    expect(body.errors_count).toBe(13)
  })

  it('[U-11] reports the errors of every row, however many there are', async () => {
    const { send } = await ownStore()
    const wrong = Array.from({ length: 700 }, (_, n) => `Meals,Dish ${n},free\n`).join('')
    const { body } = await send(`category,name,price\n${wrong}`)
    expect(body.errors.map(({ row }) => row)).toEqual(Array.from({ length: 700 }, (_, n) => n + 2))
    expect(body).toMatchObject({ import_id: null, rows: 700, errors_count: 700 })
  })

  it('[U-11] reports an unknown heading once, and not in each row', async () => {
    const { send } = await ownStore()
    const { body } = await send('name,price,colour\r\nDosa,10,red\r\nIdli,20,white\r\n')
    expect(body.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [1, 'category', 'This column is missing'],
      [1, 'colour', 'This column is not known. Remove or rename the column.'],
    ])
  })

  it('[U-11] accepts commas, semicolons and tabs, with and without a byte order mark', async () => {
    const { send } = await ownStore()
    for (const sign of [',', ';', '\t'])
      for (const mark of ['', '\ufeff']) {
        const { body } = await send(`${mark}category${sign}name${sign}price\nMeals${sign}इडली${sign}12.50\n`)
        expect(body).toMatchObject({ to_add: 1, errors: [] })
        expect(body.sample[0]).toMatchObject({ name: 'इडली', price: '12.50' })
      }
  })

  it('[U-11] refuses other encodings, workbooks, broken quotes, too many rows and an empty file', async () => {
    const { send } = await ownStore()
    const reason = async (file: string | Buffer) => (await send(file)).body.error
    const latin = Buffer.from('category,name,price\nMeals,Caf\u00e9,10\n', 'latin1')
    expect(await reason(latin)).toMatchObject({ fields: { file: 'Please save the file as CSV in UTF-8' } })
    expect(await reason(Buffer.from('category,name\n', 'utf16le'))).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    expect(await reason('PK\u0003\u0004 a workbook')).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    // The second row has a cell with two lines. Spreadsheets and the error messages count this row as one row.
    const broken = 'category,name,price\n"Meals\nof today",Idli,5\nMeals,"Dosa,10\nMeals,Vada,8\n'
    for (const [file, row] of [
      [broken, 3],
      ['category,name,price\nMeals,Idli,5\nMeals,"Dosa"s,10\n', 3],
      [`category,name,price\nMeals,${'x'.repeat(70_000)},10\n`, 2],
    ] as const)
      expect(await reason(file)).toMatchObject({
        fields: { file: expect.stringMatching(`^Row ${row} cannot be read`) },
      })
    expect(await reason('category,name,price\n')).toMatchObject({ fields: { file: 'This file has no rows' } })
    expect(await reason('')).toMatchObject({ fields: { file: 'Please choose a file' } })
    const many = `category,name,price\n${Array.from({ length: 10_001 }, (_, n) => `Meals,Dish ${n},10\n`).join('')}`
    expect(await reason(many)).toMatchObject({ fields: { file: 'A file can have up to 10,000 rows' } })
    expect(await reason(`category,name,price\n${'x'.repeat(5_300_000)}`)).toMatchObject({ code: 'BODY_TOO_LARGE' })
  })
})

describe('applying and undoing', () => {
  const file = (dosaId: number) =>
    csvOf([
      ['id', 'category', 'name', 'price', 'description', 'stock', 'add_ons'],
      [String(dosaId), 'Breakfast', 'Ghee Dosa', '110', '<b>Crisp</b><script>x</script>', '9', ''],
      ['', 'Breakfast', '=HYPERLINK("http://x")', '40', '', '', 'Extras'],
    ])

  it('[U-11] makes the changes of the preview once; formulas become text; get-single-item shows the values; undo restores all', async () => {
    const { store, owner, dosa, group, send, apply, undo, menu } = await ownStore()
    const before = await menu()
    const { import_id } = (await send(file(dosa.id))).body
    const done = await apply(import_id)
    expect(done.body).toMatchObject({ success: true, added: 1, changed: 1 })
    expect((await apply(import_id)).body).toEqual(done.body)
    const after = await menu()
    expect(after.Breakfast!.map(({ name, price, stock }) => [name, price, stock])).toEqual([
      ['Ghee Dosa', '110.00', 9],
      ['=HYPERLINK("http://x")', '40.00', null],
    ])
    expect(after.Breakfast!.map(({ addon_category_item }) => addon_category_item)).toEqual([[], [group.id]])
    expect((await test.call('get-single-item', { id: dosa.id })).body).toMatchObject({
      name: 'Ghee Dosa',
      price: '110.00',
      desc: '<b>Crisp</b>',
      addon_categories: [],
    })
    const undone = await undo(import_id)
    expect(undone.body).toEqual({ success: true, put_back: 2, kept: 0 })
    expect((await undo(import_id)).body).toEqual(undone.body)
    expect(await menu()).toEqual(before)
    const noted = (await auditOf(owner.id)).map(({ action, object_id }) => [action, object_id])
    expect(noted).toEqual([
      ['menu.imported', String(store.id)],
      ['menu_import.undone', String(store.id)],
    ])
  })

  it('[U-11] undo keeps later changes', async () => {
    const { store, owner, dosa, send, apply, undo, menu } = await ownStore()
    const { import_id } = (await send(file(dosa.id))).body
    await apply(import_id)
    const [, added] = (await menu()).Breakfast!
    await test.call('store-owner/update-item', { store_id: store.id, id: dosa.id, price: '130' }, owner)
    await test.call('store-owner/update-item', { store_id: store.id, id: added!.id, name: 'Kept' }, owner)
    expect((await undo(import_id)).body).toEqual({ success: true, put_back: 1, kept: 1 })
    const { Meals, Breakfast } = await menu()
    expect(Meals!.map(({ name, price, stock }) => [name, price, stock])).toEqual([['Dosa', '130.00', 5]])
    expect(Breakfast!.map(({ name }) => name)).toEqual(['Kept'])
  })

  it('[U-11] is refused if the menu has changed since the preview; of two parallel imports, one is applied', async () => {
    const { store, owner, dosa, send, apply, menu } = await ownStore()
    const first = (await send(file(dosa.id))).body.import_id
    const second = (await send(file(dosa.id))).body.import_id
    const answers = await Promise.all([apply(first), apply(second)])
    expect(answers.map((answer) => codeOf(answer as never) ?? 'done').toSorted()).toEqual(['MENU_CHANGED', 'done'])
    expect((await menu()).Breakfast).toHaveLength(2)
    const third = (await send(file(dosa.id))).body.import_id
    await test.call('store-owner/toggle-item-status', { store_id: store.id, item_id: dosa.id }, owner)
    expect(codeOf((await apply(third)) as never)).toBe('MENU_CHANGED')
  })

  it('[U-11] an import cannot be undone after ten minutes, or if it was never applied', async () => {
    const { dosa, send, apply, undo } = await ownStore()
    const { import_id } = (await send(file(dosa.id))).body
    expect(codeOf((await undo(import_id)) as never)).toBe('NOT_FOUND')
    await apply(import_id)
    const long = new Date(Date.now() - 11 * 60_000)
    await test.db.updateTable('menu_imports').set({ applied_at: long }).where('id', '=', import_id!).execute()
    expect(codeOf((await undo(import_id)) as never)).toBe('UNDO_OVER')
  })

  it('[GAP-75] another owner’s store and import are not found; staff need the permission', async () => {
    const [own, other] = [await ownStore(), await ownStore()]
    const { import_id } = (await own.send(file(own.dosa.id))).body
    const foreign = await own.send(file(own.dosa.id), { store_id: other.store.id })
    expect(foreign.body.error?.code).toBe('ORDER_NOT_YOURS')
    for (const verb of ['apply', 'undo'] as const) {
      expect(codeOf((await own[verb](import_id, other.owner.token)) as never)).toBe('ORDER_NOT_YOURS')
      expect(codeOf((await other[verb](import_id)) as never)).toBe('NOT_FOUND')
    }
    const input = { store_id: own.store.id, import_id: import_id! }
    const [clerk, menuClerk] = [await cookieWith('items_view'), await cookieWith('items_add')]
    expect(codeOf(await ask('dashboard/menu-import/apply', input, { cookie: clerk }))).toBe('PERMISSION_MISSING')
    expect((await ask('dashboard/menu-import/apply', input, { cookie: menuClerk })).body).toMatchObject({ added: 1 })
  })

  it('[U-11] ten thousand rows are read, written and undone', async () => {
    const { send, apply, undo, menu } = await ownStore()
    const rows = Array.from({ length: 10_000 }, (_, n) => [`Category ${n % 20}`, `Dish ${n}`, '10', 'Tasty'])
    const { body } = await send(csvOf([['category', 'name', 'price', 'description'], ...rows]))
    expect(body).toMatchObject({ rows: 10_000, to_add: 10_000 })
    expect((await apply(body.import_id)).body).toMatchObject({ added: 10_000 })
    expect((await undo(body.import_id)).body).toMatchObject({ put_back: 10_000 })
    expect(Object.keys(await menu())).toEqual(['Meals'])
  }, 60_000)
})
