/**
 * The columns of a menu file, in order. `id` names an existing item. A row without an id is matched by category and
 * name; a row that matches nothing adds a new item. `add_ons` has the names of add-on categories separated by `|`.
 */
export const menuColumns = [
  ...(['id', 'category', 'name', 'price', 'old_price', 'description', 'diet', 'stock', 'is_active'] as const),
  ...(['is_recommended', 'is_popular', 'is_new', 'add_ons'] as const),
]
export type MenuColumn = (typeof menuColumns)[number]
/** The columns that a menu file must have. */
export const neededMenuColumns = ['category', 'name', 'price'] as const satisfies readonly MenuColumn[]

/** Maximum number of rows in a menu file. */
export const MAX_MENU_ROWS = 10_000
