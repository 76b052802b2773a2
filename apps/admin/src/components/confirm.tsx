import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { type ReactNode, useState } from 'react'
import { Input } from './controls.tsx'

/**
 * Asks for confirmation of an action that cannot be undone. With `typed`, the person must type the name of the object,
 * for actions that affect more than one thing.
 */
export function Confirm({
  isOpen,
  onClose,
  onConfirm,
  title,
  action,
  cancel = 'Keep',
  isPlain = false,
  typed,
  isBusy,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** The label of the confirming button, which names the action. */
  action: string
  /** The label of the button that changes nothing. */
  cancel?: string
  /** Whether the action destroys nothing, so that its button is not red. */
  isPlain?: boolean
  typed?: string
  isBusy?: boolean
  children?: ReactNode
}) {
  const [written, setWritten] = useState('')
  const close = () => {
    setWritten('')
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      tone={isPlain ? 'plain' : 'danger'}
      actions={
        <>
          <Button size="small" variant="outline" onClick={close}>
            {cancel}
          </Button>
          <Button
            size="small"
            variant={isPlain ? 'fill' : 'danger'}
            isBusy={isBusy}
            disabled={typed !== undefined && written.trim() !== typed.trim()}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {typed === undefined ? null : (
        <div className="mt-3 text-start">
          <Input
            label={`Type “${typed}” to confirm`}
            value={written}
            onChange={(event) => setWritten(event.target.value)}
          />
        </div>
      )}
    </Dialog>
  )
}
