import { wireMoney } from '@nukkad/rules/money.ts'
import { routes } from '#http/calls.ts'
import { listItemsByIds } from './queries.ts'
import { readItem, readMenu } from './read-menu.ts'

export const menuRoutes = routes({
  'get-restaurant-items': async ({ input, services, db }) => readMenu(services, db, input.slug),
  'get-warehouse-items': async ({ input, services, db }) => readMenu(services, db, input.slug),
  'get-single-item': async ({ input, db, settings, memory }) => readItem({ db, settings, memory }, input.id),

  'check-cart-items-availability': async ({ input, db }) => {
    const ids = [...new Set(input.items.map(({ id }) => id))]
    if (ids.length === 0) return []
    const rows = new Map((await listItemsByIds(db, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id) => {
      const row = rows.get(id)
      if (!row) return []
      return [{ id, price: wireMoney(row.price_minor, row.currency), is_active: row.is_available ? 1 : 0 }]
    })
  },
})
