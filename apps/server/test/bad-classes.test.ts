import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { keyPermissions } from '@nukkad/contract/key-permissions.ts'
import { allPermissions, type Permission } from '@nukkad/contract/permissions.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashApiKey, newApiKey } from '#http/api-key.ts'
import { codeOf, type TestAnswer, useTestApp } from './harness.ts'
import { type Body, liftLimits, plausible, settle, shapeOf, type Town, urlOf } from './town.ts'
import { validBody } from './valid-body.ts'

/**
 * Tests kinds of bad input that a random change of one value does not produce: a missing object with the right
 * permission, numbers at the limits of a float, and the same write many times in parallel.
 */
const test = useTestApp({ isNoted: false })
const names = Object.keys(contract) as CallName[]
const TIMES = 8
const MISSING_ID = 2_000_000_000
/** The smallest positive floats, and a number that becomes zero only when it is multiplied. */
const edges: readonly unknown[] = [5e-324, -5e-324, '5e-324', '-5e-324', 2.2e-308, -0]

let town: Town
let known: Body

beforeAll(async () => {
  await liftLimits(test)
  town = await settle(test)
  const fields = new Set(names.flatMap((name) => Object.keys((shapeOf(name).input as { shape?: object }).shape ?? {})))
  known = {
    ...Object.fromEntries([...fields].map((field) => [field, plausible(field, town, 0)])),
    // The id 1 exists in most tables of the test town.
    id: 1,
    user_id: town.customer.id,
    rider_id: town.rider.id,
    item_id: town.item.id,
    name: undefined,
    code: undefined,
    coupon: undefined,
  }
})

type Caller = 'own' | 'staff' | 'key'

/**
 * Returns everyone who may make a call: its audience, staff with every permission, and an API key with every
 * permission.
 */
function callersOf(name: CallName): Caller[] {
  const { auth, staffMay, permission } = shapeOf(name)
  if (auth === 'staff')
    return permission && keyPermissions.includes(permission as Permission) ? ['staff', 'key'] : ['staff']
  if (!staffMay) return ['own']
  return keyPermissions.includes(staffMay) ? ['own', 'staff', 'key'] : ['own', 'staff']
}

async function headersFor(name: CallName, caller: Caller): Promise<Record<string, string>> {
  const { build } = test
  if (caller === 'own') {
    const { auth } = shapeOf(name)
    const person =
      auth === 'delivery'
        ? await build.rider({ stores: [town.store] })
        : auth === 'store-owner'
          ? await build.owner({ stores: [town.store] })
          : await build.customer()
    return { authorization: `Bearer ${person.token}` }
  }
  const { id } = await build.user({}, 'staff')
  await test.db
    .insertInto('staff_permissions')
    .values(allPermissions.map((permission) => ({ user_id: id, permission })))
    .execute()
  if (caller === 'staff') return { authorization: `Bearer ${await build.token(id, 'staff')}` }
  const key = newApiKey()
  await test.db
    .insertInto('api_keys')
    .values({
      user_id: id,
      name: 'test',
      key_hash: hashApiKey(key),
      ending: key.slice(-4),
      permissions: [...keyPermissions],
    })
    .execute()
  return { authorization: `Bearer ${key}` }
}

function send(name: CallName, body: Body, headers: Record<string, string>): Promise<TestAnswer> {
  const tail = (shapeOf(name).path ?? '').replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(body[key])),
  )
  return test.send(urlOf(name, tail), { payload: JSON.stringify(body), headers })
}

const bodyOf = (name: CallName): Body | undefined => validBody(name, known)

/** Fails on a 500, which a wrong SQL statement causes; a 503 is allowed. */
function expectNoFailure(answer: TestAnswer, about: string): void {
  expect([about, answer.status, answer.status === 500 ? answer.body : undefined]).not.toEqual([about, 500, answer.body])
}

const isId = (field: string) => /^(ids?|slug)$|_ids?$|_number$/.test(field)

function missing(value: unknown): unknown {
  if (Array.isArray(value)) return [missing(value[0])]
  return typeof value === 'string' && !/^\d+$/.test(value) ? 'OD-NOTHING-0000' : MISSING_ID
}

/** Returns the paths of all numbers in a body, including numbers in strings. */
function numbersIn(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'number') return [path]
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? [path] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...path, key]))
}

function replaced(body: Body, path: readonly PropertyKey[], value: unknown): Body {
  const copy = structuredClone(body)
  const holder = path.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], copy)
  ;(holder as Record<PropertyKey, unknown>)[path.at(-1)!] = value
  return copy
}

it('every call has a valid body', () => {
  expect(names.filter((name) => bodyOf(name) === undefined)).toEqual([])
})

describe('with the permission, but without the object', () => {
  const withIds = names.filter((name) =>
    Object.keys((shapeOf(name).input as { shape?: object }).shape ?? {}).some(isId),
  )

  it.each(withIds)('[GAP-04] %s never fails', async (name) => {
    const body = bodyOf(name)!
    for (const caller of callersOf(name)) {
      const headers = await headersFor(name, caller)
      for (const field of Object.keys(body).filter(isId)) {
        const answer = await send(name, { ...body, [field]: missing(body[field]) }, headers)
        expectNoFailure(answer, `${name} by ${caller} without its ${field}`)
        // Staff and programs with an API key get NOT_FOUND, because the server checks the store first.
        const isOwnStore = field === 'store_id' && shapeOf(name).auth === 'store-owner'
        // The server refuses programs with 403, because payout details require a recent proof of identity, which a
        // program never has. The server checks this proof before it looks for the store.
        const expected = name === 'store-owner/save-payout-details' ? [403, 404] : [404]
        if (isOwnStore && caller !== 'own') expect(expected, `${name} by ${caller}`).toContain(answer.status)
        if (isOwnStore && caller === 'own') expect([name, codeOf(answer)]).toEqual([name, 'ORDER_NOT_YOURS'])
      }
    }
  })
})

it.each(names)('[GAP-04] %s treats the smallest numbers as zero, or refuses them', async (name) => {
  const body = bodyOf(name)!
  const headers = await headersFor(name, callersOf(name)[0]!)
  for (const path of numbersIn(body)) {
    for (const edge of edges) {
      const answer = await send(name, replaced(body, path, edge), headers)
      expectNoFailure(answer, `${name} with ${path.join('.')} ${Object.is(edge, -0) ? '-0' : edge}`)
    }
  }
})

it.each(names)(`[GAP-04] %s ${TIMES} times in parallel never fails`, async (name) => {
  const body = bodyOf(name)!
  const headers = await headersFor(name, callersOf(name)[0]!)
  const answers = await Promise.all(Array.from({ length: TIMES }, () => send(name, body, headers)))
  for (const answer of answers) expectNoFailure(answer, `${name} in parallel`)
})
