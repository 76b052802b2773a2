import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { en } from '@nukkad/contract/texts/en.ts'
import { filledText, id, latitude, phone, searchText, slug } from '@nukkad/contract/wire.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useTestApp } from '#test/harness.ts'
import { reasonsOf, reasonsOfProblems } from './field-reasons.ts'

const schema = z.object({
  id,
  latitude,
  name: filledText(10),
  phone,
  q: searchText,
  slug,
  stars: z.int().min(1).max(5),
  type: z.enum(['SINGLE', 'MULTI']),
  lines: z.array(z.object({ id })).min(1).max(2),
})
const good = {
  id: 1,
  latitude: 1,
  name: 'A',
  phone: '1',
  q: 'abc',
  slug: 'a',
  stars: 1,
  type: 'MULTI',
  lines: [{ id: 1 }],
}

function reasonFor(field: keyof typeof good, value: unknown): Record<string, string> {
  const sent = { ...good, [field]: value }
  return reasonsOf(schema.safeParse(sent).error!, sent)
}

describe('the reason why a field is refused', () => {
  it.each([
    ['id', undefined, 'fieldValidationMsg'],
    ['id', null, 'fieldValidationMsg'],
    ['latitude', 999, 'fieldLatitude'],
    ['latitude', '-999.5', 'fieldLatitude'],
    ['id', 0, 'fieldTooSmall'],
    ['id', 2 ** 31, 'fieldTooLarge'],
    ['id', 'x', 'fieldInvalid'],
    ['id', [1], 'fieldInvalid'],
    ['name', '', 'fieldValidationMsg'],
    ['name', 'x'.repeat(11), 'fieldTooLong'],
    ['name', 'x'.repeat(30), 'fieldTooLong'],
    ['name', 'a\u202eb', 'fieldCharacters'],
    ['phone', 5, 'fieldNotText'],
    ['q', 'ab', 'fieldTooShort'],
    ['slug', 'a/b', 'fieldInvalid'],
    ['stars', 'five', 'fieldNotNumber'],
    ['stars', 1.5, 'fieldNotNumber'],
    ['stars', 6, 'fieldTooLarge'],
    ['type', 'DOUBLE', 'fieldNotOffered'],
    ['lines', [], 'fieldTooFew'],
    ['lines', [{ id: 1 }, { id: 2 }, { id: 3 }], 'fieldTooMany'],
  ] as const)('%s of %j: %s', (field, value, reason) => {
    expect(reasonFor(field, value)).toEqual({ [field]: reason })
  })

  it('names a field inside a list by its path, and twenty fields at most', () => {
    expect(reasonFor('lines', [{ id: 1 }, {}])).toEqual({ 'lines.1.id': 'fieldValidationMsg' })
    const many = z.object(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, z.string()])))
    expect(Object.keys(reasonsOf(many.safeParse({}).error!, {}))).toHaveLength(20)
  })

  it("gives the errors that the rules found, in the field's own text if it has one", () => {
    expect(
      reasonsOfProblems(
        { name: 'required', tag: 'too-long', house: undefined },
        { 'name.required': 'fieldNameMissing' },
      ),
    ).toEqual({
      name: 'fieldNameMissing',
      tag: 'fieldTooLong',
    })
  })
})

describe('the reason of a field error is in the language of the request', () => {
  const test = useTestApp()

  it.each(catalogues)('$name', async ({ code, name, texts }) => {
    if (code !== 'en') {
      await test.db.insertInto('languages').values({ code, language_name: name, is_default: false }).execute()
      await test.services.settings.reload()
    }
    const { token } = await test.build.customer()
    const sent = { order_id: 'x', rating_store: 5, review_store: 7 }
    const { status, body } = await test.call('rate-order', sent as never, { token, language: code })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { fields: { order_id: texts.fieldInvalid, review_store: texts.fieldNotText } },
    })
    const unpaid = await test.call(
      'save-address',
      { address: '  ', latitude: 1, longitude: 1 },
      { token, language: code },
    )
    expect(unpaid.body).toMatchObject({ error: { fields: { address: texts.fieldAddressMissing } } })
    if (code !== 'en') expect(texts.fieldInvalid).not.toBe(en.fieldInvalid)
  })
})
