import { Button } from '@nukkad/ui/components/button.tsx'
import { CopyField } from '@nukkad/ui/components/copy-field.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { toast } from '#lib/toasts.ts'

/** Shows a new secret, which the server never shows again. */
export function ShownOnce({
  title,
  label,
  value,
  onClose,
}: {
  title: string
  label: string
  value: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen={value !== undefined}
      onClose={onClose}
      title={title}
      actions={
        <Button size="small" onClick={onClose}>
          I have saved the value
        </Button>
      }
    >
      <p className="mb-3">This value is not shown again. Save the value in a safe place.</p>
      <CopyField label={label} value={value ?? ''} copyLabel="Copy" onCopied={() => toast('Copied')} />
    </Dialog>
  )
}
