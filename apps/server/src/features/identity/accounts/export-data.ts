import { auditText } from '@nukkad/contract/audit-actions.ts'
import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { inTransaction } from '#db/connection.ts'
import { settleExport } from '#features/identity/data-requests/settle.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { takeFromLimit } from '#http/limits.ts'
import { wireTime } from '#http/wire-time.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { AskedByStaff } from './delete-account.ts'
import { type Holdings, readHoldings } from './export-queries.ts'

const HOUR_SECONDS = 3600

type Export = Output<'export-my-data'>['data']
type Row = Record<string, unknown>

/**
 * Returns all data held about a customer, in the form of the wire: times in the site's time zone, money with its
 * decimals. Secrets are left out, because they are no information about the customer.
 * @throws AppError TOO_MANY_REQUESTS
 * @see GAP-81, docs/reference/security.md#privacy
 */
export async function exportData(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  { userId, request, staff }: { userId: number; request: { id: string; client: Client }; staff?: AskedByStaff },
): Promise<Export> {
  const most = settings.number('limitExportsPerCustomer')
  await takeFromLimit(db, { key: `export:${userId}`, most, windowSeconds: HOUR_SECONDS })
  const holdings = await inTransaction(db, async (tx) => {
    await writeAudit(tx, {
      actorId: staff?.id ?? userId,
      actingForId: staff ? userId : null,
      action: 'personal_data.exported',
      object: { type: 'user', id: userId },
      reason: staff?.reason,
      request,
    })
    await settleExport(tx, { userId, byId: staff?.id ?? userId })
    return readHoldings(tx, userId)
  })
  return present(holdings, config.timeZone)
}

function present({ orders, lines, addons, profile, ...lists }: Holdings, timeZone: string): Export {
  const plain = (rows: readonly object[]): Row[] => rows.map((row) => presentRow(row, timeZone))
  const addonsByLine = Map.groupBy(addons, (addon) => addon.order_line_id)
  const linesByOrder = Map.groupBy(lines, (line) => line.order_id)
  const presentLine = (line: Holdings['lines'][number]): Row => ({
    ...presentRow(line, timeZone),
    addons: plain(addonsByLine.get(line.id) ?? []),
  })
  return {
    exported_at: wireTime(new Date(), timeZone),
    profile: presentRow(profile, timeZone),
    orders: orders.map((order) => ({
      ...presentRow(order, timeZone),
      status: orderStatusOfId(order.status),
      lines: (linesByOrder.get(order.id) ?? []).map(presentLine),
    })),
    social_identities: plain(lists.social_identities),
    sessions: plain(lists.sessions),
    sign_ins: plain(lists.sign_ins),
    known_clients: plain(lists.known_clients),
    push_subscriptions: plain(lists.push_subscriptions),
    data_requests: plain(lists.data_requests),
    addresses: plain(lists.addresses),
    favourites: plain(lists.favourites),
    coupon_uses: plain(lists.coupon_uses),
    reviews: plain(lists.reviews),
    dish_ratings: plain(lists.dish_ratings),
    review_photos: plain(lists.review_photos),
    order_cases: plain(lists.order_cases),
    visits: plain(lists.visits),
    visit_services: plain(lists.visit_services),
    wait_entries: plain(lists.wait_entries),
    payments: plain(lists.payments),
    wallet: plain(lists.wallet),
    commissions: plain(lists.commissions),
    notifications: plain(lists.notifications),
    notification_refusals: plain(lists.notification_refusals),
    audit: plain(lists.audit.map((entry) => ({ ...entry, action: auditText(entry.action) }))),
  }
}

/**
 * Converts a row to the form of the export. Columns that end in `_minor` are amounts; every row with an amount also has
 * a column with the currency.
 */
function presentRow(row: object, timeZone: string): Row {
  const { currency } = row as { currency?: string }
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (value instanceof Date) return [key, wireTime(value, timeZone)]
      if (typeof value !== 'bigint') return [key, value]
      return key.endsWith('_minor') && currency
        ? [key.slice(0, -'_minor'.length), wireMoney(value, currency)]
        : [key, String(value)]
    }),
  )
}
