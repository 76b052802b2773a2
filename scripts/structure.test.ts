import { expect, test } from 'vitest'
import { domainPairs, strayCalls, writersByTable } from './structure.ts'

const at = (file: string, text: string) => ({ file: `apps/server/src/features/${file}`, text })

test('a pair of domains counts once, in its direction, and none within a domain', () => {
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

test('writers of a table are found in the builder and in raw SQL, readers are none', () => {
  const writers = writersByTable([
    at('ordering/orders/queries.ts', "db.updateTable('orders').set({})\nsql`insert into order_events (id) values (1)`"),
    at('delivery/trips/queries.ts', 'sql`update orders o set status = 3`\nsql`select 1 from order_events for update`'),
  ])
  expect([...writers].map(([table, features]) => [table, [...features]])).toEqual([
    ['orders', ['ordering/orders', 'delivery/trips']],
    ['order_events', ['ordering/orders']],
  ])
})

test('a call that is declared in one domain and answered in another is named', () => {
  const contract =
    "import * as orders from './ordering/orders.ts'\nexport const contract = {\n  'get-orders': orders.getOrders,\n  'lost': orders.lost,\n}"
  const routes = [at('ledger/wallet/routes.ts', "export const routes = {\n  'get-orders': async () => 1,\n}")]
  expect(strayCalls(routes, contract)).toEqual([
    'get-orders is declared in ordering and answered in ledger',
    'lost is declared in ordering and answered in no domain',
  ])
})
