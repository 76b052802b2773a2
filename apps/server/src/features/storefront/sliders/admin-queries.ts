import type { Output } from '@nukkad/contract/contract.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { PromoSliders, Slides } from '#db/schema.ts'

export type AdminSlider = Output<'dashboard/sliders/show'>['slider']

/**
 * SQL condition: customers see this slider. Of the active sliders, customers see only the first slider of position 0
 * and the first slider of all other positions (`listSlides`).
 */
export const isShownSlider = sql<boolean>`p.is_active and not exists (
  select from promo_sliders q where q.is_active and (q.position > 0) = (p.position > 0) and q.id < p.id)`

/** Finds a slider with its slides in their order. */
export async function findSlider(db: Db, id: number): Promise<AdminSlider | undefined> {
  const { rows } = await sql<AdminSlider>`
    select p.id, p.name, p.position as position_id, p.size, p.is_active, ${isShownSlider} as is_shown,
           (select coalesce(json_agg(json_build_object(
                     'id', s.id, 'name', s.name, 'image', s.image, 'model', s.link_kind, 'url', s.url,
                     'store', case when st.id is not null then json_build_object('id', st.id, 'name', st.name) end,
                     'item', case when i.id is not null then json_build_object('id', i.id, 'name', i.name) end,
                     'latitude', s.latitude, 'longitude', s.longitude, 'radius', s.radius_km, 'is_active', s.is_active)
                   order by s.order_column, s.id), '[]')
              from slides s left join stores st on st.id = s.store_id left join items i on i.id = s.item_id
             where s.slider_id = p.id) as slides
      from promo_sliders p where p.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a slider with its slides until the transaction ends. */
export async function lockSlider(tx: Tx, id: number): Promise<AdminSlider | undefined> {
  await sql`select from promo_sliders where id = ${id} for update`.execute(tx)
  return findSlider(tx, id)
}

/** Returns the id of the slider to which a slide belongs; undefined for an unknown slide. */
export async function findSliderOfSlide(tx: Tx, slideId: number): Promise<number | undefined> {
  const row = await tx.selectFrom('slides').select('slider_id').where('id', '=', slideId).executeTakeFirst()
  return row?.slider_id
}

/** Adds a slider without slides, and returns its id. */
export async function insertSlider(tx: Tx, columns: Insertable<PromoSliders>): Promise<number> {
  const row = await tx.insertInto('promo_sliders').values(columns).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Changes the name, position, size or state of a slider; its slides stay. */
export async function updateSlider(tx: Tx, id: number, columns: Insertable<PromoSliders>): Promise<void> {
  await tx.updateTable('promo_sliders').set(columns).where('id', '=', id).execute()
}

/** Deletes a slider with all its slides. */
export async function deleteSlider(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('promo_sliders').where('id', '=', id).execute()
}

export type SlideColumns = Omit<Insertable<Slides>, 'id' | 'order_column'>

/** Adds a slide at the end of its slider. */
export async function insertSlide(tx: Tx, columns: SlideColumns): Promise<number> {
  const { id } = await tx
    .insertInto('slides')
    .values({
      ...columns,
      order_column: sql<number>`(select coalesce(max(order_column) + 1, 0) from slides where slider_id = ${columns.slider_id})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the content and the target of a slide. */
export async function updateSlide(tx: Tx, id: number, columns: SlideColumns): Promise<void> {
  await tx.updateTable('slides').set(columns).where('id', '=', id).execute()
}

/** Deletes a slide; the other slides keep their order. */
export async function deleteSlide(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('slides').where('id', '=', id).execute()
}

/** Puts slides into the order of the given ids. */
export async function orderSlides(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update slides s set order_column = given.place
      from unnest(${ids}::int[]) with ordinality as given (id, place) where s.id = given.id`.execute(tx)
}

/** Returns whether the store or item to which a slide links exists. */
export async function isLinkTarget(tx: Tx, kind: 'store' | 'item', id: number): Promise<boolean> {
  const { rows } =
    kind === 'store'
      ? await sql`select from stores where id = ${id}`.execute(tx)
      : await sql`select from items where id = ${id} and deleted_at is null`.execute(tx)
  return rows.length > 0
}
