import { en } from '@nukkad/contract/texts/en.ts'
import { hi } from '@nukkad/contract/texts/hi.ts'
import { csvOf } from '@nukkad/rules/csv.ts'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)

async function dashboard() {
  const translator = await member('translations_manage')
  const { cookie } = await signIn(translator)
  const list = async () => (await ask('dashboard/languages', {}, { cookie })).body.languages
  const create = (code: string, language_name: string, direction = 'ltr') =>
    ask('dashboard/languages/create', { code, language_name, direction }, { cookie })
  /** Adds a language that is switched on. */
  const added = async (code: string, language_name: string) => {
    const { id } = (await create(code, language_name)).body.language
    await ask('dashboard/languages/update', { id, language_name, direction: 'ltr', is_active: true }, { cookie })
    return id
  }
  const makeDefault = (id: number) => ask('dashboard/languages/make-default', { id }, { cookie })
  const remove = (id: number) => ask('dashboard/languages/delete', { id }, { cookie })
  const save = (language_id: number, texts: object) => ask('dashboard/texts/save', { language_id, texts }, { cookie })
  const textsOf = async (id: number) => (await test.call('get-single-language', { id })).body
  const english = async () => (await list()).find(({ code }) => code === 'en')!.id
  const notedOf = async (id: number) =>
    (await auditOf(translator.id))
      .filter(({ object_type, object_id }) => object_type === 'language' && object_id === String(id))
      .map(({ action }) => action)
  return { cookie, notedOf, list, create, added, makeDefault, remove, save, textsOf, english }
}
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: object } }).error.fields

async function sendFile(fields: { language_id: number; apply: string }, csv: string | undefined, cookie: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (csv !== undefined) form.append('file', new Blob([csv], { type: 'text/csv' }), 'texts.csv')
  const request = new Response(form)
  const answer = await test.app.inject({
    method: 'POST',
    url: '/public/api/dashboard/texts/import',
    headers: { 'content-type': request.headers.get('content-type')!, cookie, origin: 'https://shop.test' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  type Body = { is_applied: boolean; rows: number; changes: object[]; errors: object[] }
  return { status: answer.statusCode, headers: {}, body: answer.json() as Body }
}

describe('languages', () => {
  it('[U-07] a language is added, hidden until it is switched on, and its code is unique', async () => {
    const { create, list, cookie } = await dashboard()
    const { body } = await create('ta', 'தமிழ்')
    expect(body.language).toMatchObject({ code: 'ta', is_active: false, is_default: false, changed: 0, done: 0 })
    const offered = async () => (await test.call('get-all-languages')).body.map(({ code }) => code)
    expect(await offered()).not.toContain('ta')
    const { id } = body.language
    const row = { id, language_name: 'தமிழ்', direction: 'ltr', is_active: true }
    expect((await ask('dashboard/languages/update', row, { cookie })).body.language.is_active).toBe(true)
    expect(await offered()).toContain('ta')
    expect(codeOf(await create('ta', 'Tamil'))).toBe('NAME_TAKEN')
    expect(fieldsOf(await create('Tamil!', 'Tamil'))).toEqual({
      code: 'Enter two or three lowercase letters, such as ta',
    })
    expect((await list()).filter(({ code }) => code === 'ta')).toHaveLength(1)
    expect(codeOf(await ask('dashboard/languages/update', { ...row, id: 99_999 }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-07] when Hindi is marked default, only it has is_default 1, and unset texts are in Hindi', async () => {
    const { added, makeDefault, english, create } = await dashboard()
    const id = await added('hi', 'हिन्दी')
    expect((await makeDefault(id)).body.language.is_default).toBe(true)
    const { body } = await test.call('get-all-languages')
    expect(body.filter(({ is_default }) => is_default === 1).map(({ code }) => code)).toEqual(['hi'])
    const served = (await test.call('get-settings')).body.find(({ key }) => key === 'accountLogout')
    expect(served?.value).toBe(hi.accountLogout)
    await makeDefault(await english())
    const off = (await create('te', 'తెలుగు')).body.language.id
    expect(codeOf(await makeDefault(off))).toBe('LANGUAGE_OFF')
    expect(codeOf(await makeDefault(99_999))).toBe('NOT_FOUND')
  })

  it('[U-07] of parallel calls that mark a default, one default remains', async () => {
    const { added, makeDefault, list, english } = await dashboard()
    const ids = [await added('ml', 'മലയാളം'), await added('gu', 'ગુજરાતી'), await added('mr', 'मराठी')]
    const answers = await Promise.all([...ids, ...ids].map((id) => makeDefault(id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await list()).filter(({ is_default }) => is_default)).toHaveLength(1)
    await makeDefault(await english())
  })

  it('[U-07] the default language can be neither switched off nor deleted; another one is deleted with its texts', async () => {
    const { added, remove, save, list, english, cookie } = await dashboard()
    const id = await english()
    expect(codeOf(await remove(id))).toBe('LANGUAGE_NEEDED')
    const off = { id, language_name: 'English', direction: 'ltr', is_active: false }
    expect(codeOf(await ask('dashboard/languages/update', off, { cookie }))).toBe('LANGUAGE_NEEDED')
    const other = await added('bn', 'বাংলা')
    await save(other, { accountLogout: 'লগ আউট' })
    expect((await remove(other)).body).toEqual({ success: true })
    expect(codeOf(await remove(other))).toBe('NOT_FOUND')
    expect((await list()).some(({ code }) => code === 'bn')).toBe(false)
    const left = await test.db.selectFrom('language_texts').select('key').where('language_id', '=', other).execute()
    expect(left).toEqual([])
  })

  it('[U-07] adding, changing and deleting one, and making it the default, are recorded with the person', async () => {
    const { added, makeDefault, remove, english, notedOf } = await dashboard()
    const id = await added('kn', 'ಕನ್ನಡ')
    await makeDefault(id)
    await makeDefault(await english())
    await remove(id)
    expect(await notedOf(id)).toEqual([
      'language.created',
      'language.updated',
      'language.made_default',
      'language.deleted',
    ])
  })
})

describe('texts', () => {
  it('[U-07] a text is changed, read by get-single-language, and reset to the shipped one', async () => {
    const { english, save, textsOf, added, cookie } = await dashboard()
    const id = await english()
    expect((await save(id, { accountLogout: 'Leave', cartPageTitle: 'Basket' })).body.changed).toHaveLength(2)
    expect(await textsOf(id)).toMatchObject({ accountLogout: 'Leave', cartPageTitle: 'Basket' })
    const { texts } = (await ask('dashboard/texts', { language_id: id }, { cookie })).body
    expect(texts).toHaveLength(Object.keys(en).length)
    expect(texts.find(({ key }) => key === 'accountLogout')).toEqual({
      key: 'accountLogout',
      english: en.accountLogout,
      shipped: en.accountLogout,
      own: 'Leave',
    })
    const other = await added('bn', 'বাংলা')
    await save(other, { accountLogout: 'ছাড়ুন' })
    const ownOf = async (language_id: number) =>
      (await ask('dashboard/texts', { language_id }, { cookie })).body.texts.find(({ key }) => key === 'accountLogout')
        ?.own
    expect([await ownOf(id), await ownOf(other)]).toEqual(['Leave', 'ছাড়ুন'])
    await save(id, { accountLogout: null, cartPageTitle: '' })
    expect(await textsOf(id)).toMatchObject({ accountLogout: en.accountLogout, cartPageTitle: en.cartPageTitle })
    expect(codeOf(await save(99_999, { accountLogout: 'x' }))).toBe('NOT_FOUND')
    expect(codeOf(await ask('dashboard/texts', { language_id: 99_999 }, { cookie }))).toBe('NOT_FOUND')
  })

  it('[U-07] the audit entry names a hundred changed texts at most, and their number', async () => {
    const { added, save } = await dashboard()
    const id = await added('or', 'ଓଡ଼ିଆ')
    const texts = Object.fromEntries(
      Object.entries(en)
        .filter(([, text]) => !text.includes('{'))
        .slice(0, 103)
        .map(([key]) => [key, 'લખાણ']),
    )
    expect((await save(id, texts)).body.changed).toHaveLength(103)
    const { after } = await test.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'texts.updated')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(Object.keys(after as object)).toHaveLength(101)
    expect(after).toMatchObject({ texts: 103 })
  })

  it('[U-07] [M-09] all or nothing: placeholders stay, names of the app and unknown names are refused', async () => {
    const { english, save, textsOf } = await dashboard()
    const id = await english()
    const answer = await save(id, {
      accountLogout: 'Gone',
      homeSignupBannerTitle: 'Get money',
      user: '{}',
      noSuchText: 'x',
      cartPageTitle: 'a\u202eb',
    })
    expect(fieldsOf(answer)).toEqual({
      homeSignupBannerTitle: 'Leave the parts in curly brackets unchanged',
      user: 'This name is reserved. Choose another.',
      noSuchText: 'This value is not valid',
      cartPageTitle: 'Remove the characters that are not allowed',
    })
    expect((await textsOf(id)).accountLogout).toBe(en.accountLogout)
    await save(id, { gdprMessage: '<p onclick="x">Cookies<script>x</script></p>' })
    expect((await textsOf(id)).gdprMessage).toBe('<p>Cookies</p>')
    await save(id, { gdprMessage: null })
  })

  it('[U-07] a file is checked row by row before anything changes, and then imported as a whole', async () => {
    const { added, cookie, textsOf } = await dashboard()
    const id = await added('pa', 'ਪੰਜਾਬੀ')
    const bad = csvOf([
      ['key', 'english', 'text'],
      ['accountLogout', en.accountLogout, 'ਲਾਗ ਆਉਟ'],
      ['homeSignupBannerTitle', en.homeSignupBannerTitle, 'ਪੈਸੇ'],
      ['cart', '', 'x'],
      ['accountLogout', '', 'ਫਿਰ'],
      ['cartPageTitle', en.cartPageTitle, ''],
    ])
    const judged = (await sendFile({ language_id: id, apply: 'yes' }, bad, cookie)).body
    expect(judged).toMatchObject({ is_applied: false, rows: 5 })
    expect(judged.errors).toEqual([
      { row: 3, key: 'homeSignupBannerTitle', reason: 'Leave the parts in curly brackets unchanged' },
      { row: 4, key: 'cart', reason: 'This name is reserved. Choose another.' },
      { row: 5, key: 'accountLogout', reason: 'Remove the duplicate' },
    ])
    expect((await textsOf(id)).accountLogout).toBe(en.accountLogout)
    const good = csvOf([
      ['key', 'text'],
      ['accountLogout', 'ਲਾਗ ਆਉਟ'],
      ['cartPageTitle', '=1+1'],
    ])
    const previewed = (await sendFile({ language_id: id, apply: 'no' }, good, cookie)).body
    expect(previewed).toMatchObject({ is_applied: false, errors: [] })
    expect(previewed.changes).toContainEqual({ key: 'cartPageTitle', before: en.cartPageTitle, after: '=1+1' })
    expect((await sendFile({ language_id: id, apply: 'yes' }, good, cookie)).body.is_applied).toBe(true)
    expect(await textsOf(id)).toMatchObject({ accountLogout: 'ਲਾਗ ਆਉਟ', cartPageTitle: '=1+1' })
  })

  it('[U-07] a file without a table of texts is refused', async () => {
    const { english, cookie } = await dashboard()
    const fields = { language_id: await english(), apply: 'no' }
    for (const file of ['', 'one,two\r\na,b\r\n', 'key,text\r\n"open', undefined])
      expect(codeOf(await sendFile(fields, file, cookie))).toBe('INVALID_INPUT')
    const tooLong = `key,text\r\n${'cartPageTitle,Cart\r\n'.repeat(3001)}`
    expect(codeOf(await sendFile(fields, tooLong, cookie))).toBe('INVALID_INPUT')
    expect(codeOf(await sendFile({ ...fields, language_id: 99_999 }, 'key,text\r\n', cookie))).toBe('NOT_FOUND')
  })
})
