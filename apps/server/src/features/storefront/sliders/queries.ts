import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { StoreReach } from '#features/catalogue/stores/reach.ts'

export type SlideRow = {
  id: number
  name: string
  image: string
  link_kind: 1 | 2 | 3 | null
  url: string | null
  item_id: number | null
  size: number
  position: number
  /**
   * The latitude of the centre of the circle in which the slide is shown; set only for slides with a location and
   * without a store.
   */
  latitude: number | null
  longitude: number | null
  radius_km: number | null
  /** The store to which a link of kind 1 or 2 leads. */
  store: (StoreReach & { slug: string }) | null
}

/**
 * Lists the active slides of the first active slider of position 0 and of the first active slider of positions 1 to 6,
 * in the operator's order (docs/reference/wire.md#home-and-store-lists). A slide of a deleted item is left out.
 */
export async function listSlides(db: Db): Promise<SlideRow[]> {
  const { rows } = await sql<SlideRow>`
    with shown as (
      select distinct on (position > 0) id, size, position from promo_sliders where is_active order by position > 0, id
    )
    select s.id, s.name, s.image, s.link_kind, s.url, s.item_id, shown.size, shown.position, s.latitude, s.longitude, s.radius_km,
           case when st.id is not null then json_build_object(
             'slug', st.slug, 'latitude', st.latitude, 'longitude', st.longitude, 'is_accepted', st.is_accepted,
             'delivery_radius_km', st.delivery_radius_km, 'delivery_areas', st.delivery_areas) end as store
      from shown
      join slides s on s.slider_id = shown.id and s.is_active
      left join items i on i.id = s.item_id
      left join stores st on st.id = coalesce(s.store_id, i.store_id)
     where s.link_kind is distinct from 2 or (i.is_active and i.deleted_at is null)
     order by shown.position, s.order_column, s.id`.execute(db)
  return rows
}
