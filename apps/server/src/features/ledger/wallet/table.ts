import { accountKinds, accountSides } from '@nukkad/contract/tables/account-kinds.ts'
import { tables } from '@nukkad/contract/tables/shapes.ts'
import { type SqlBool, sql } from 'kysely'
import { holds, inDates, isId, isOneOf } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'
import { liabilityRows } from './queries.ts'

const kinds = Object.fromEntries(
  Object.keys(tables.wallet_transactions.filters.kind.labels).map((kind) => [kind, kind]),
)
const pockets = { wallet_own: 'wallet_own', wallet_promotion: 'wallet_promotion' }

/**
 * Gives the order that a transfer is about. An id of a reversed commission is followed by an amount, and that of a refund
 * whose status changed repeatedly by a number.
 */
const aboutOrder = sql`case t.source_type
    when 'order' then t.source_id::int
    when 'commission' then (select c.order_id from commissions c where c.id = split_part(t.source_id, ':', 1)::bigint)
    when 'proposal' then (select m.order_id from money_proposals m where m.id = t.source_id::int)
    when 'payment' then (select y.order_id from payments y where y.id = t.source_id::bigint)
    when 'refund' then (select y.order_id from refunds r join payments y on y.id = r.payment_row_id where r.id = split_part(t.source_id, ':', 1)::bigint)
  end`

/**
 * Gives the text that a person understands about a transfer without an order: the friend who joined, the reason that
 * staff gave, or the payment provider. A customer's own welcome bonus needs no text.
 */
const aboutOther = sql`case t.source_type
    when 'user' then (select f.name from users f where f.id = t.source_id::int and f.id <> a.user_id)
    when 'proposal' then (select m.reason from money_proposals m where m.id = t.source_id::int)
    when 'payment' then (select y.provider from payments y where y.id = t.source_id::bigint)
  end`

/** The dashboard table of all postings to customers' wallets. */
export const walletTransactionsTable = tableSource('wallet_transactions', {
  from: sql`postings p join ledger_accounts a on a.id = p.account_id join transfers t on t.id = p.transfer_id
    join users u on u.id = a.user_id left join users s on s.id = t.acting_staff_id`,
  where: sql<SqlBool>`a.kind in ('wallet_own', 'wallet_promotion')`,
  columns: {
    id: sql`p.id`,
    created_at: sql`t.created_at`,
    customer: sql`u.name`,
    customer_id: sql`u.id`,
    pocket: sql`a.kind`,
    kind: sql`t.kind`,
    source: sql`coalesce((select o.unique_order_id from orders o where o.id = ${aboutOrder}), ${aboutOther})`,
    order_id: aboutOrder,
    amount: sql`p.amount_minor`,
    currency: sql`a.currency`,
    acting_staff: sql`s.name`,
  },
  filters: {
    created_at: inDates(sql`t.created_at`),
    customer: isId(sql`a.user_id`),
    pocket: isOneOf(sql`a.kind`, pockets),
    kind: isOneOf(sql`t.kind`, kinds),
  },
  search: holds(sql`u.name`, sql`u.phone`),
  key: sql`p.id`,
})

const sides = sql.join(
  Object.entries(accountKinds).map(([kind, { side }]) => sql`when ${kind} then ${side}`),
  sql` `,
)
const side = sql`case b.kind ${sides} else 'result' end`

/** The dashboard table of the total of each kind of account, with the person or company to whom it is owed. */
export const liabilitiesTable = tableSource('liabilities', {
  from: sql`${liabilityRows} b`,
  columns: { kind: sql`b.kind`, side, holders: sql`b.holders`, amount: sql`b.amount_minor`, currency: sql`b.currency` },
  filters: { side: isOneOf(side, Object.fromEntries(Object.keys(accountSides).map((word) => [word, word]))) },
  key: sql`b.currency`,
})
