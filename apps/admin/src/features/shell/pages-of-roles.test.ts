import { expect, test } from 'vitest'
import { areas } from '#areas/areas.ts'
import { type Member, may } from '#lib/session.ts'
import { employeeAs, ownerOf } from '#test/people.ts'

test.each([
  ['kitchen', ['/', '/account', '/orders/$id', '/board', '/counter', '/counter/menu', '/stores/$id/menu', '/items']],
  ['cashier', ['/', '/account', '/orders', '/orders/$id', '/board', '/counter', '/cases']],
] as const)('[T-06] the role %s sees these pages and no others', (role, pages) => {
  const open = areas.flatMap((area) => area.pages).filter((page) => may(employeeAs(role), page))
  expect(open.map(({ path }) => path)).toEqual(pages)
})

test('[T-06] a manager sees the pages of an owner without payouts', () => {
  const open = (member: Member) => areas.flatMap((area) => area.pages).filter((page) => may(member, page))
  const missing = open(ownerOf()).filter((page) => !open(employeeAs('manager')).includes(page))
  expect(missing.map(({ path }) => path)).toEqual(['/payouts'])
})
