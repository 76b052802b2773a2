import { expect, test } from 'vitest'
import { cyclesOf, isModule } from './cycles.ts'

const at = (file: string, text: string) => ({ file, text })

test('a cycle is found through static, lazy and repeated imports, within an app and across packages', () => {
  expect(
    cyclesOf([
      at('apps/admin/src/areas/areas.ts', "import { shop } from './shop.ts'"),
      at('apps/admin/src/areas/shop.ts', "export const shop = { load: () => import('#routes/home.tsx') }"),
      at('apps/admin/src/routes/home.tsx', "import { areas } from '#areas/areas.ts'"),
      at('packages/rules/src/a.ts', "import {\n  one,\n} from '@nukkad/contract/b/c.ts'"),
      at('packages/contract/src/b/c.ts', "export * from '@nukkad/rules/a.ts'"),
      at('demo/src/load.ts', "import './load.ts'"),
    ]),
  ).toEqual(
    [
      'apps/admin/src/areas/areas.ts, apps/admin/src/areas/shop.ts, apps/admin/src/routes/home.tsx',
      'packages/rules/src/a.ts, packages/contract/src/b/c.ts',
      'demo/src/load.ts',
    ].map((group) => `these files import each other in a circle: ${group}`),
  )
})

test('type imports, and files that only import a cycle, are not part of one', () => {
  const circle = cyclesOf([
    at('apps/web/src/a.ts', "import type { B } from './b.ts'\nimport { c } from './c.ts'"),
    at('apps/web/src/b.ts', "import { a } from './a.ts'"),
    at('apps/web/src/c.ts', "import x from 'zod'"),
  ])
  expect(circle).toEqual([])
})

test.each([
  ['apps/web/src/a.tsx', true],
  ['packages/rules/src/a.test.ts', false],
  ['scripts/a.ts', false],
])('%s is read: %s', (file, isRead) => {
  expect(isModule(file)).toBe(isRead)
})
