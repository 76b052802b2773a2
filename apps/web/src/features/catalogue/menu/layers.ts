import { create } from 'zustand'
import type { Item, ItemStore } from '#lib/menu-item.ts'
import { morph } from '#lib/morph.ts'

type Opened = { item: Item; store: ItemStore }

/** The items whose drawer and add-on sheet are open. An item stays set while its drawer closes. */
export const useMenuLayers = create<{
  detail: Opened | null
  isDetailOpen: boolean
  custom: Opened | null
  isCustomOpen: boolean
}>(() => ({ detail: null, isDetailOpen: false, custom: null, isCustomOpen: false }))

/** Opens an item's drawer. The picture of the pressed row grows into the drawer's picture. */
export function openDetail(item: Item, store: ItemStore, pressed?: Element): void {
  const row = pressed?.closest('article')
  morph(row?.querySelector('img'), '[data-item-picture]', () =>
    useMenuLayers.setState({ detail: { item, store }, isDetailOpen: true }),
  )
}

export function closeDetail(): void {
  useMenuLayers.setState({ isDetailOpen: false })
}

export function openCustom(item: Item, store: ItemStore): void {
  useMenuLayers.setState({ custom: { item, store }, isCustomOpen: true })
}

export function closeCustom(): void {
  useMenuLayers.setState({ isCustomOpen: false })
}
