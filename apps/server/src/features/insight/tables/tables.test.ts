import { tableNames, tables } from '@nukkad/contract/tables/shapes.ts'
import type { Filter, TableShape } from '@nukkad/contract/tables/table.ts'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { admin, signIn, ask } = createStaff(test)

/** For each kind of filter, one value that it accepts and one that it refuses. */
const values: Record<Filter['kind'], { good: (filter: Filter) => string; bad?: string }> = {
  choice: {
    good: (filter) => (filter.kind === 'choice' ? Object.keys(filter.labels).join(',') : ''),
    bad: 'no-such-word',
  },
  dates: { good: () => '2026-01-01..2026-12-31', bad: '2026-02-30..' },
  store: { good: () => '1', bad: 'x' },
  location: { good: () => '1', bad: '-1' },
  person: { good: () => '1', bad: '0' },
  stylist: { good: () => '1', bad: '0' },
  flag: { good: () => 'yes', bad: 'maybe' },
  text: { good: () => 'anything' },
}

describe('every table of the dashboard', () => {
  it.each(tableNames)(
    '[U-19, GAP-53] %s answers in each order, with each filter and a search, and refuses others',
    async (table) => {
      const { cookie } = await signIn(await admin())
      const shape: TableShape = tables[table]
      const read = (query: object) => ask('dashboard/table', { table, ...query }, { cookie })
      const sortable = Object.entries(shape.columns).flatMap(([key, column]) =>
        column.isSortable ? [key, `-${key}`] : [],
      )
      for (const sort of [...sortable, shape.sort])
        expect((await read({ sort })).status, `${table} by ${sort}`).toBe(200)
      for (const [name, filter] of Object.entries(shape.filters)) {
        const { good, bad } = values[filter.kind]
        expect((await read({ filters: { [name]: good(filter) } })).status, `${table} with ${name}`).toBe(200)
        if (bad !== undefined)
          expect((await read({ filters: { [name]: bad } })).status, `${table} with a wrong ${name}`).toBe(400)
      }
      expect((await read({ q: "50%_o'f" })).status).toBe(200)
      expect((await read({ sort: 'constructor' })).status).toBe(400)
      expect((await read({ filters: { toString: 'x' } })).status).toBe(400)
      expect((await read({ page: 3, per_page: 100 })).status).toBe(200)
    },
  )
})

describe('the audit log', () => {
  it('[U-21] is listed newest first, searched by text and object, and filtered by action, day and person', async () => {
    const person = await admin()
    const { cookie } = await signIn(person)
    await ask('find-customers', { query: 'nobody' }, { cookie })
    const read = async (query: object) => (await ask('dashboard/table', { table: 'audit', ...query }, { cookie })).body
    const mine = await read({ filters: { actor: String(person.id) } })
    expect(mine.rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['customers.searched', 'Om Prakash'],
      ['dashboard.signed_in', 'Om Prakash'],
    ])
    expect(mine).toMatchObject({ total: 2, has_more: false })
    expect((await read({ q: 'SEARCHED for', filters: { actor: String(person.id) } })).total).toBe(1)
    expect((await read({ filters: { at: '..2020-01-01' } })).total).toBe(0)
    const totalOf = async (action: string) => (await read({ filters: { action, actor: String(person.id) } })).total
    expect(await totalOf('customers.searched')).toBe(1)
    expect(await totalOf('dashboard.signed_in,customers.searched')).toBe(2)
    expect(await totalOf('coupon.created')).toBe(0)
    expect((await read({ sort: 'at', filters: { actor: String(person.id) } })).rows[0]?.action).toBe(
      'dashboard.signed_in',
    )
  })

  it('[GAP-75] a customer and a guest get no table', async () => {
    const { token } = await test.build.customer()
    expect(codeOf(await test.call('dashboard/table', { table: 'audit' }, { token }))).toBe('PERMISSION_MISSING')
    expect(codeOf(await test.call('dashboard/table', { table: 'audit' }))).toBe('SESSION_MISSING')
  })
})
