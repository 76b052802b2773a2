import { expect, test } from 'vitest'
import { foreignReads, readerProblems, readListedReaders } from './readers.ts'

const at = (file: string, text: string) => ({ file: `apps/server/src/${file}`, text })
const owners: [string, string][] = [
  ['orders', 'ordering/orders'],
  ['order_lines', 'ordering/orders'],
  ['users', 'identity/accounts'],
  ['stores', 'catalogue/stores'],
  ['sessions', 'http'],
]
const readsOf = (...sources: { file: string; text: string }[]) =>
  [...foreignReads(sources, owners)].map(([reader, tables]) => [reader, [...tables]])

test.each([
  ['a builder', "db.selectFrom('orders as o').innerJoin('users', 'users.id', 'o.user_id')", ['orders', 'users']],
  ['a builder with several tables', "db.selectFrom(\n  ['orders'])", ['orders']],
  ['SQL', 'sql`select 1 from orders o join users u on u.id = o.user_id`', ['orders', 'users']],
  ['SQL whose first table has no alias', 'sql`select 1 from orders join users on true`', ['orders', 'users']],
  ['SQL with commas', 'sql`select 1 from orders o, users as u,\n  stores where true`', ['orders', 'users', 'stores']],
  ['SQL with a comma after a subquery', 'sql`select 1 from (select a, b from orders) o, users`', ['users', 'orders']],
  ['SQL with a comma after a function', 'sql`select 1 from unnest(a, b) as w (a, b), users u`', ['users']],
  [
    'SQL with a comma after a condition',
    'sql`select 1 from orders o join users u on f(u.id, 1) = 2, stores`',
    ['orders', 'stores', 'users'],
  ],
  ['SQL with a comma after a part', `sql\`select 1 from \${part(a, b)} p, lateral (select 1) l, users\``, ['users']],
  ['a deletion', 'sql`delete from wallets w using orders o where true`', ['orders']],
  [
    'the source of a table of the dashboard',
    'tableSource({ from: sql`orders o join users u on true` })',
    ['orders', 'users'],
  ],
])('%s reads its tables', (_name, text, tables) => {
  expect(readsOf(at('features/ledger/wallet/queries.ts', text))).toEqual([['ledger', tables]])
})

test.each([
  ['a table of the own domain', 'features/ordering/checkout/queries.ts', 'sql`select 1 from orders`'],
  ['a table without a domain', 'features/ledger/wallet/queries.ts', "db.selectFrom('sessions')"],
  ['a comment', 'features/ledger/wallet/queries.ts', '/** Takes it from orders. */ // or from users'],
  [
    'a comma after the list',
    'features/ledger/wallet/queries.ts',
    'sql`select (select 1 from wallets), users from wallets order by a, users`',
  ],
  ['a column', 'features/ledger/wallet/queries.ts', 'sql`select extract(epoch from o.orders), users from wallets`'],
])('%s is no reading', (_name, file, text) => {
  expect(readsOf(at(file, text))).toEqual([])
})

test('features count under their domain, other files under their folder', () => {
  expect(
    readsOf(
      at('features/ledger/wallet/a.ts', "db.selectFrom('orders')"),
      at('features/ledger/payouts/b.ts', "db.selectFrom('stores')"),
      at('http/session.ts', "db.selectFrom('users')"),
    ),
  ).toEqual([
    ['ledger', ['orders', 'stores']],
    ['http', ['users']],
  ])
})

test('a line of the page has a reader, its tables and a reason, and may continue; the rows of owners are none', () => {
  expect(
    readListedReaders(
      '| `http` | `sessions` |\n- `ledger`: `orders`, `stores`,\n  `users` — payouts name them\n  all.\n- `http`: `users` — sessions.\n- `web`: `orders` —\n- `web`: `users`\n',
    ),
  ).toEqual([
    { reader: 'ledger', tables: ['orders', 'stores', 'users'] },
    { reader: 'http', tables: ['users'] },
  ])
})

test('tables.md is wrong if it omits a table that a feature reads, lists one that it does not read, or repeats a line', () => {
  const reads = new Map([['ledger', new Set(['orders', 'stores'])]])
  const listed = [
    { reader: 'ledger', tables: ['stores', 'users'] },
    { reader: 'ledger', tables: ['stores'] },
  ]
  expect(readerProblems(reads, listed, 'tables.md')).toEqual([
    'ledger reads orders: call a use-case of its owner, or list it in tables.md',
    'tables.md says that ledger reads users, which no code does',
    'tables.md says twice that ledger reads stores',
  ])
  expect(readerProblems(reads, [{ reader: 'ledger', tables: ['orders', 'stores'] }], 'tables.md')).toEqual([])
})
