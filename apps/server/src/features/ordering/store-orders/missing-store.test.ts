import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { allPermissions } from '@nukkad/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { urlOf } from '#test/town.ts'
import { validBody } from '#test/valid-body.ts'

const test = useTestApp()
const { cookieWith } = createStaff(test)
const MISSING = 999_999

/** The calls that owners may make about their own stores, and staff about every store. */
const names = (Object.keys(contract) as CallName[]).filter((name) => {
  const { auth, staffMay, ownersToo, input, takesTable }: CallShape = contract[name]
  const isAboutStore = 'store_id' in ((input as { shape?: object }).shape ?? {})
  return (
    isAboutStore &&
    !takesTable &&
    ((auth === 'store-owner' && staffMay) || (ownersToo && name.startsWith('dashboard/menu')))
  )
})

describe('a store that does not exist', () => {
  let cookie = ''
  it('[GAP-75] is tested for more than thirty calls', async () => {
    expect(names.length).toBeGreaterThan(30)
    cookie = await cookieWith(...allPermissions)
  })

  it.each(names)('[GAP-75] %s answers staff 404', async (name) => {
    const body = validBody(name, { store_id: MISSING, type: 'MULTI', slug: 'a-slug' })!
    const tail = ((contract[name] as CallShape).path ?? '').replace(/\{(\w+)\}/g, (_, key: string) => String(body[key]))
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const answer = await test.send(urlOf(name, tail), { payload: { ...body, store_id: MISSING }, headers })
    expect([name, answer.status, codeOf(answer)]).toEqual([name, 404, 'NOT_FOUND'])
  })
})
