import type { Category, Item, Menu } from './use-menu.ts'

/** The content of the menu's panel: a category, an item of a category, or all selected items. */
export type Edited = { category: Category | 'new' } | { item: Item | 'new'; categoryId: number } | 'bulk'

/** Returns the heading of the panel. */
export function titleOf(edited: Edited | undefined, chosenCount: number): string {
  if (edited === 'bulk') return `Change ${chosenCount} items`
  if (!edited) return ''
  if ('category' in edited) return edited.category === 'new' ? 'Add a category' : edited.category.name
  return edited.item === 'new' ? 'Add an item' : edited.item.name
}

/** Returns the item from the current menu, because the panel was opened with an older copy. */
export function newestOf(item: Item, menu: Menu): Item {
  return menu.categories.flatMap(({ items }) => items).find(({ id }) => id === item.id) ?? item
}
