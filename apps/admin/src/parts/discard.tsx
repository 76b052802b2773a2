import { Button } from '@nukkad/ui/parts/button.tsx'
import { Dialog } from '@nukkad/ui/parts/dialog.tsx'

/** Asks before something that was typed goes away unsaved. */
export function Discard({
  isOpen,
  onKeep,
  onDiscard,
  takesEntry = true,
}: {
  isOpen: boolean
  onKeep: () => void
  onDiscard: () => void
  takesEntry?: boolean
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onKeep}
      title="Throw away what you typed?"
      takesEntry={takesEntry}
      actions={
        <>
          <Button size="small" look="outline" onClick={onKeep}>
            Go on writing
          </Button>
          <Button size="small" look="danger" onClick={onDiscard}>
            Throw away
          </Button>
        </>
      }
    >
      It is not saved yet.
    </Dialog>
  )
}
