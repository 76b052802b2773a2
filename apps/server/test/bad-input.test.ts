import { type CallName, contract } from '@nukkad/contract/contract.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { useTestApp } from './harness.ts'
import {
  type Body,
  fieldsOf,
  liftLimits,
  plausible,
  refusal,
  settle,
  shapeOf,
  type Town,
  tokenFor,
  urlOf,
} from './town.ts'

const test = useTestApp({ isNoted: false })
const names = Object.keys(contract) as CallName[]
/** Number of requests with bad input. The command `npm run prove` makes many more, with another seed. */
const RUNS = Number(process.env.BAD_INPUT_RUNS ?? 500)
const SEED = Number(process.env.BAD_INPUT_SEED ?? 20_261_121)

/** Values that must cause no failure in any schema or statement. */
const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  2_147_483_647,
  2_147_483_648,
  9_007_199_254_740_992,
  -1e-7,
  '',
  ' ',
  '0',
  '-1',
  '1e5',
  '0x10',
  '1.0',
  '007',
  '99999999999999999999',
  'true',
  'null',
  'NaN',
  '١٢',
  "' or 1=1 --",
  '%_\\',
  '{{x}}',
  '$1',
  '../../etc',
  '<script>',
  '\u202eabc',
  '\u0007bell',
  'e\u0301\u0323',
  '😀'.repeat(40),
  '\ufeff',
  'a'.repeat(300),
  'İstanbul',
  '\u2028',
  '2026-02-31',
  '9999-99-99',
  '{"a":1}',
  '[1]',
  'constructor ',
  [],
  [[]],
  [null],
  [1, 'a', {}],
  Array.from({ length: 210 }, () => ({ id: 1, quantity: 1 })),
  {},
  { id: {} },
  { lat: [] },
]

const change = fc.record({
  field: fc.nat(50),
  how: fc.constantFrom('junk', 'junk', 'junk', 'missing', 'wrapped', 'inside'),
  value: fc.oneof(fc.constantFrom(...junk), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' })),
})
const request = fc.record({
  name: fc.constantFrom(...names),
  who: fc.constantFrom('own', 'own', 'own', 'own', 'customer', 'rider', 'owner', 'nobody', 'junk'),
  changes: fc.array(change, { maxLength: 3 }),
  pick: fc.nat(1000),
})

function bodyFor(
  name: CallName,
  changes: readonly { field: number; how: string; value: unknown }[],
  town: Town,
  pick: number,
): Body {
  const fields = fieldsOf(name)
  const body: Body = Object.fromEntries(fields.map((field) => [field, plausible(field, town, pick)]))
  for (const { field, how, value } of changes) {
    const key = fields[field % Math.max(1, fields.length)] ?? 'extra'
    if (how === 'missing') delete body[key]
    else if (how === 'wrapped') body[key] = [body[key]]
    else if (how === 'inside') body[key] = spoiled(body[key], value)
    else body[key] = value
  }
  return body
}

/** Returns a value with its first inner field replaced, at any depth. */
function spoiled(whole: unknown, value: unknown): unknown {
  if (Array.isArray(whole)) return whole.length > 0 ? [spoiled(whole[0], value), ...whole.slice(1)] : [value]
  if (whole === null || typeof whole !== 'object') return value
  const keys = Object.keys(whole)
  const last = keys.at(-1)
  return last === undefined ? value : { ...whole, [last]: spoiled((whole as Body)[last], value) }
}

function sendTo(name: CallName, body: Body): ReturnType<typeof test.send> {
  const tail = (shapeOf(name).path ?? '').replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(pathText(body[key])),
  )
  return test.send(urlOf(name, tail), {
    payload: JSON.stringify(body),
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}

function pathText(value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
  return (text || 'x').slice(0, 60)
}

beforeAll(async () => {
  await liftLimits(test)
  for (const key of ['enableDeliveryPin', 'enableOrderSchedulingOnCustomer', 'enSOV'])
    await test.build.setting(key, 'true')
  await test.services.settings.reload()
})

it(
  `[GAP-04] no input gives a 5xx; a refusal has the standard form and changes no row (${RUNS} requests)`,
  async () => {
    const town = await settle(test)
    await fc.assert(
      fc.asyncProperty(request, async ({ name, who, changes, pick }) => {
        const token = await tokenFor(test, name, { who, town })
        const body = { ...bodyFor(name, changes, town, pick), ...(token !== undefined && { token }) }
        const before = await fingerprint(test.db)
        const answer = await sendTo(name, body)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
        const isRefused = answer.status >= 400 || refusal.safeParse(answer.body).success
        if (!isRefused) return
        expect(refusal.safeParse(answer.body).error).toBeUndefined()
        expect(await fingerprint(test.db)).toBe(before)
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  },
  60_000 + RUNS * 60,
)
