import { AddonSheet } from './addon-sheet.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** Renders the drawers and dialogs that any screen with items needs. */
export default function MenuLayers() {
  return (
    <>
      <ItemDrawer />
      <AddonSheet />
      <ReplaceDialog />
    </>
  )
}
