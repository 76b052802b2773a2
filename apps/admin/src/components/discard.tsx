import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'

/** Asks the person for confirmation before unsaved changes are discarded. */
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
      title="Discard changes?"
      takesEntry={takesEntry}
      actions={
        <>
          <Button size="small" variant="outline" onClick={onKeep}>
            Keep editing
          </Button>
          <Button size="small" variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      Your changes are not saved yet.
    </Dialog>
  )
}
