/**
 * The columns of a menu as a file, in their order. `id` names an item that exists; a row without it is found by category
 * and name, or is new. `add_ons` holds the names of add-on categories with `|` between them.
 */
export const menuColumns = [
  ...(['id', 'category', 'name', 'price', 'old_price', 'description', 'diet', 'stock', 'is_active'] as const),
  ...(['is_recommended', 'is_popular', 'is_new', 'add_ons'] as const),
]
export type MenuColumn = (typeof menuColumns)[number]
/** Without these a file is none of a menu. */
export const neededMenuColumns = ['category', 'name', 'price'] as const satisfies readonly MenuColumn[]

export const MOST_MENU_ROWS = 10_000
