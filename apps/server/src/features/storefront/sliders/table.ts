import { sql } from 'kysely'
import { holds, isFlag } from '#platform/tables/filters.ts'
import { tableSource } from '#platform/tables/source.ts'
import { isShownSlider } from './admin-queries.ts'

export const slidersTable = tableSource('promo_sliders', {
  from: sql`promo_sliders p`,
  columns: {
    id: sql`p.id`,
    name: sql`p.name`,
    position: sql`case when p.position = 0 then 'Top of the home page' else 'After store ' || p.position end`,
    slides: sql`(select count(*)::int from slides s where s.slider_id = p.id)`,
    is_active: sql`p.is_active`,
    is_shown: isShownSlider,
  },
  filters: { is_active: isFlag(sql`p.is_active`) },
  search: holds(sql`p.name`),
  key: sql`p.id`,
})
