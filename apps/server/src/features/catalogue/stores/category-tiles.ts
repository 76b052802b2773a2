import type { Output } from '@nukkad/contract/contract.ts'
import type { Services } from '#http/calls.ts'
import type { PreparedJson } from '#http/prepared.ts'
import { listCategoryTiles } from './queries.ts'

type Tiles = Output<'get-restaurant-category-slides'>

/** Lists the category tiles of home. The answer is prepared once and the same for everyone. */
export function listTiles({ db, catalogueCache }: Pick<Services, 'db' | 'catalogueCache'>): Promise<PreparedJson> {
  return catalogueCache.get('tiles', async (): Promise<Tiles> => {
    const tiles = await listCategoryTiles(db)
    return tiles.map(({ id, name, image, placeholder_image, categories }) => ({
      id,
      name,
      image,
      image_placeholder: placeholder_image,
      categories_ids: categories,
    }))
  })
}
