import type { ItemStore } from '#lib/menu-item.ts'
import { AddonSheet } from './addon-sheet.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

type MenuLayersProps = {
  /** The store of the screen. The store's services may arrive only after a drawer was opened. */
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
