import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import { fillAddonPricing } from './addon-reading.ts'

/**
 * Copies a store's menu to another store; the copies share the picture files. The new ids are taken from the sequences
 * first, so that the copies can be linked as the originals are.
 */
export async function copyMenu(tx: Tx, fromId: number, toId: number): Promise<void> {
  await sql`
    with categories as materialized (
      select c.*, nextval(pg_get_serial_sequence('item_categories', 'id'))::int as new_id
        from item_categories c where c.store_id = ${fromId} and c.deleted_at is null
    ), new_categories as (
      insert into item_categories (id, store_id, name, is_enabled, order_column)
      select new_id, ${toId}::int, name, is_enabled, order_column from categories
    ), groups as materialized (
      select g.*, nextval(pg_get_serial_sequence('addon_categories', 'id'))::int as new_id
        from addon_categories g where g.store_id = ${fromId}
    ), new_groups as (
      insert into addon_categories (id, store_id, name, type, description, addon_limit, order_column)
      select new_id, ${toId}::int, name, type, description, addon_limit, order_column from groups
    ), new_addons as (
      insert into addons (addon_category_id, name, price_minor, image, is_active, order_column)
      select g.new_id, a.name, a.price_minor, a.image, a.is_active, a.order_column
        from addons a join groups g on g.id = a.addon_category_id order by a.id
    ), sold as materialized (
      select i.*, c.new_id as new_category_id, nextval(pg_get_serial_sequence('items', 'id'))::int as new_id
        from items i join categories c on c.id = i.item_category_id where i.deleted_at is null
    ), new_items as (
      insert into items (id, store_id, item_category_id, name, price_minor, old_price_minor, image, placeholder_image,
                         description, is_veg, is_active, is_recommended, is_popular, is_new, addon_pricing, stock, order_column)
      select new_id, ${toId}::int, new_category_id, name, price_minor, old_price_minor, image, placeholder_image,
             description, is_veg, is_active, is_recommended, is_popular, is_new, addon_pricing, stock, order_column
        from sold
    )
    insert into item_addon_categories (item_id, addon_category_id, order_column)
    select sold.new_id, g.new_id, l.order_column
      from item_addon_categories l join sold on sold.id = l.item_id join groups g on g.id = l.addon_category_id`.execute(
    tx,
  )
  await fillAddonPricing(tx, toId)
}
