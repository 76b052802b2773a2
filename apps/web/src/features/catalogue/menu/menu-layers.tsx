import { AddonSheet } from './addon-sheet.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** The layers that any list of items needs on its screen. */
export default function MenuLayers() {
  return (
    <>
      <ItemDrawer />
      <AddonSheet />
      <ReplaceDialog />
    </>
  )
}
