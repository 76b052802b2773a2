import { expect, test } from 'vitest'
import { classesOf, tablesByClass } from './classes.ts'
import { judge, type Schema } from './judge.ts'

const schema: Schema = {
  columns: new Map([
    ['orders', new Set(['id', 'store_id', 'user_id', 'status'])],
    ['order_lines', new Set(['id', 'order_id', 'store_id', 'item_id'])],
    ['addons', new Set(['id', 'addon_category_id'])],
    ['stores', new Set(['id', 'slug'])],
    ['sessions', new Set(['token_hash', 'user_id'])],
  ]),
  classes: new Map([
    ['orders', 'distributed'],
    ['order_lines', 'distributed'],
    ['addons', 'distributed'],
    ['stores', 'reference'],
    ['sessions', 'local'],
  ]),
}
const said = (text: string): [string, string] => {
  const { verdict, reason } = judge(text, schema)
  return [verdict, reason]
}

test.each([
  ['select * from orders where store_id = $1 and status = 2', '`orders.store_id` = $1'],
  [
    'select * from orders o join order_lines l on l.store_id = o.store_id where o.store_id = $2::int',
    '`orders.store_id`, `order_lines.store_id` = $2',
  ],
  [
    'select (select count(*) from order_lines l where l.store_id = o.store_id) from orders o where o.store_id = $1',
    '`orders.store_id`, `order_lines.store_id` = $1',
  ],
  [
    'select * from orders o left join order_lines l on l.store_id = o.store_id where o.store_id = $1',
    '`orders.store_id`, `order_lines.store_id` = $1',
  ],
  ['insert into orders (user_id, store_id) values ($1, $2)', '`orders.store_id` = $2'],
  [
    'with placed as (insert into orders (store_id) values ($1) returning *) insert into order_lines (order_id, store_id) select id, store_id from placed',
    '`orders.store_id`, `order_lines.store_id` = $1',
  ],
  ['update orders set status = 3 from stores s where s.id = orders.store_id and s.id = $1', '`orders.store_id` = $1'],
  [
    'delete from order_lines where store_id in (select o.store_id from orders o where o.store_id = $1)',
    '`order_lines.store_id`, `orders.store_id` = $1',
  ],
])('one shard: %s', (text, reason) => {
  expect(said(text)).toEqual(['one shard', reason])
})

test.each([
  [
    'an equality that "or" weakens',
    'select * from orders where store_id = $1 or status = 2',
    'add `orders.store_id`, or query all shards',
  ],
  [
    'an equality that "not" turns round',
    'select * from orders where not store_id = $1',
    'add `orders.store_id`, or query all shards',
  ],
  ['a key alone', 'select * from orders where id = $1', 'add `orders.store_id` next to `id`'],
  [
    'a person',
    'select * from orders where user_id = $1',
    'add `orders.store_id`, or query all shards (`orders` is now chosen by `user_id`)',
  ],
  [
    'a list of stores',
    'select * from orders where store_id = any ($1::int[])',
    'query the shards of the listed stores (`orders.store_id`)',
  ],
  [
    'a join by another column',
    'select * from orders o join order_lines l on l.order_id = o.id where o.store_id = $1',
    'join `order_lines.store_id` too, next to `order_id` of `orders`',
  ],
  [
    'the kept side of an outer join',
    'select * from orders o left join order_lines l on l.store_id = o.store_id and o.store_id = $1 and l.store_id = $1',
    'add `orders.store_id`, or query all shards',
  ],
  [
    'rows around a subquery that names the store',
    'select (select 1 from order_lines l where l.store_id = o.store_id and l.store_id = $1) from orders o',
    'add `orders.store_id`, or query all shards',
  ],
  [
    'rows of two stores',
    'insert into orders (user_id, store_id) values ($1, $2), ($1, $3)',
    'insert rows of one store (`orders.store_id`)',
  ],
  [
    'two uses of one table, and a second table',
    'select 1 from orders a, order_lines l, orders b where b.user_id = $1',
    'add `orders.store_id` and `order_lines.store_id`, or query all shards (`orders` is now chosen by `user_id`)',
  ],
  [
    'two stores',
    'select 1 from orders a, orders b where a.store_id = $1 and b.store_id = $2',
    'name one store only: now $1, $2',
  ],
  [
    'a table without the column',
    'select * from addons where id = $1',
    'give `addons` a column `store_id` and compare it',
  ],
  [
    'a local table next to a distributed one',
    'select * from orders o join sessions s on s.user_id = o.user_id where o.store_id = $1',
    'move `sessions` into a statement of its own: the coordinator alone has it',
  ],
  [
    'a written copy next to a distributed table',
    'with o as (select id from orders where store_id = $1) update stores set slug = $2 where id = $1',
    'writes every node (`stores`)',
  ],
])('change: %s', (_, text, reason) => {
  expect(said(text)).toEqual(['change', reason])
})

test('a statement without a distributed table needs no shard', () => {
  expect(said('select * from sessions join stores on true')).toEqual(['coordinator', 'no distributed table'])
  expect(said('select now()')).toEqual(['coordinator', 'no table'])
  expect(said("update stores set slug = 'a'")).toEqual(['coordinator', 'writes every node (`stores`)'])
})

test('a text that is not SQL is refused', () => {
  expect(() => judge('selekt 1', schema)).toThrow(/syntax error/)
})

test('no table has two classes', () => {
  expect(classesOf().size).toBe(Object.values(tablesByClass).flat().length)
})
