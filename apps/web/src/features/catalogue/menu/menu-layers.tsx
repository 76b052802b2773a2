import type { ItemStore } from '#lib/menu-item.ts'
import { AddonSheet } from './addon-sheet.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

type MenuLayersProps = {
  /**
   * The store of the screen, which the drawer uses in place of its own copy, because the services may arrive after the
   * drawer has opened.
   */
  store?: ItemStore | undefined
}

/** Renders the drawers and dialogs that any screen with items needs. */
export default function MenuLayers({ store }: MenuLayersProps) {
  return (
    <>
      <ItemDrawer present={store} />
      <AddonSheet />
      <ReplaceDialog />
    </>
  )
}
