import { describe, expect, test } from 'vitest'
import {
  domainPairs,
  foreignPresenters,
  ownerProblems,
  readOwners,
  strayCalls,
  tablesOf,
  unnamedTables,
  writersByTable,
} from './structure.ts'

const at = (file: string, text: string) => ({ file: `apps/server/src/features/${file}`, text })

test('a pair of domains counts once in each direction, and imports within a domain do not count', () => {
  const pairs = domainPairs([
    at(
      'ordering/checkout/a.ts',
      "import { x } from '#features/ledger/wallet/x.ts'\nimport { y } from '#features/ordering/orders/y.ts'",
    ),
    at('ordering/orders/b.ts', "import { z } from '#features/ledger/payouts/z.ts'"),
    at('ledger/wallet/c.ts', "import { o } from '#features/ordering/orders/o.ts'"),
  ])
  expect([...pairs]).toEqual(['ordering -> ledger', 'ledger -> ordering'])
})

test('its own domain and the files that gather all domains may import a presenter; another domain may not', () => {
  const text = "import { presentOrder } from '#features/ordering/orders/present.ts'"
  expect(
    foreignPresenters([
      at('ordering/checkout/a.ts', text),
      { file: 'apps/server/src/app.ts', text },
      at('ledger/wallet/b.ts', `import { readOrders } from '#features/ordering/orders/read-orders.ts'\n${text}`),
    ]),
  ).toEqual([
    'apps/server/src/features/ledger/wallet/b.ts imports ordering/orders/present.ts: call a use-case of ordering',
  ])
})

test('writers of a table are found in the query builder and in raw SQL; readers are not writers', () => {
  const writers = writersByTable([
    at('ordering/orders/queries.ts', "db.updateTable('orders').set({})\nsql`insert into order_events (id) values (1)`"),
    at('delivery/trips/queries.ts', 'sql`update orders o set status = 3`\nsql`select 1 from order_events for update`'),
  ])
  expect([...writers].map(([table, features]) => [table, [...features]])).toEqual([
    ['orders', ['ordering/orders', 'delivery/trips']],
    ['order_events', ['ordering/orders']],
  ])
})

test('code outside the features writes under the name of its folder, also in batches', () => {
  const writers = writersByTable([
    { file: 'apps/server/src/http/session.ts', text: "deleteInBatches(db, 'sessions', { where })" },
    { file: 'apps/server/src/worker/a/b.ts', text: "tx\n.deleteFrom(\n'sessions',\n)\ntx.deleteFrom('jobs')" },
  ])
  expect([...writers].map(([table, owners]) => [table, [...owners]])).toEqual([
    ['sessions', ['http', 'worker']],
    ['jobs', ['worker']],
  ])
})

test('a statement whose table is a variable is reported with its line; subqueries and locks are not', () => {
  const text = `one\ntx.deleteFrom(table)\nsql'delete from \${sql.table(t)}'\ndeleteInBatches(db, table, {})\nsql'select from \${sql.table(t)}'`
  expect(
    unnamedTables([
      at('identity/accounts/a.ts', text),
      at(
        'identity/accounts/b.ts',
        `tx.selectFrom(table)\nsql'select 1 from \${x} for update'\ntx.updateTable('users')`,
      ),
    ]),
  ).toEqual(
    [2, 3, 4, 5].map(
      (line) => `apps/server/src/features/identity/accounts/a.ts:${line} takes a table that it does not name`,
    ),
  )
})

test('tables come from the types of columns, owners from the rows of the page', () => {
  expect(
    tablesOf(
      'export interface Users {\n  id: number;\n}\nexport interface DB {\n  users: Users;\n  user_roles: UserRoles;\n}\n',
    ),
  ).toEqual(['users', 'user_roles'])
  expect(
    readOwners(
      '| Owner | Tables |\n|---|---|\n| `identity/accounts` | `users`, `user_roles` |\n| `http` | `sessions` |\n',
    ),
  ).toEqual([
    ['users', 'identity/accounts'],
    ['user_roles', 'identity/accounts'],
    ['sessions', 'http'],
  ])
})

describe('owners of tables', () => {
  const given = {
    tables: ['users', 'item_names'],
    owners: [
      ['users', 'identity/accounts'],
      ['item_names', 'database'],
    ] as [string, string][],
    writers: new Map([['users', new Set(['identity/accounts'])]]),
  }
  const shared = new Map([['users', new Set(['identity/staff', 'identity/accounts'])]])

  test.each([
    ['each table is written by its owner, or by triggers', {}, []],
    [
      'a table without an owner',
      { tables: ['users', 'item_names', 'orders'] },
      ['orders has 0 owners in docs/architecture/tables.md: name one'],
    ],
    [
      'a table with two owners',
      { owners: [...given.owners, ['users', 'http'] as [string, string]] },
      ['users has 2 owners in docs/architecture/tables.md: name one'],
    ],
    [
      'an owner of what is no table',
      { owners: [...given.owners, ['carts', 'http'] as [string, string]] },
      ['docs/architecture/tables.md names carts, which is no table'],
    ],
    [
      'an owner that does not write it',
      { writers: new Map() },
      ['users is not written by its owner identity/accounts'],
    ],
    [
      'a writer that is not the owner',
      { writers: shared },
      ['users is written by identity/staff: call a use-case of its owner identity/accounts'],
    ],
    [
      'a writer of what triggers alone write',
      { writers: new Map([...given.writers, ['item_names', new Set(['catalogue/menu'])]]) },
      ['item_names is written by catalogue/menu: call a use-case of its owner database'],
    ],
  ])('%s', (_name, change, problems) => {
    expect(ownerProblems({ ...given, ...change })).toEqual(problems)
  })
})

test('a call that is declared in one domain and answered in another is reported', () => {
  const contract =
    "import * as orders from './ordering/orders.ts'\nexport const contract = {\n  'get-orders': orders.getOrders,\n  'lost': orders.lost,\n}"
  const routes = [at('ledger/wallet/routes.ts', "export const routes = {\n  'get-orders': async () => 1,\n}")]
  expect(strayCalls(routes, contract)).toEqual([
    'get-orders is declared in ordering and answered in ledger',
    'lost is declared in ordering and answered in no domain',
  ])
})
