import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { TextArea } from '#components/controls.tsx'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

/** Records how a person handled a payment issue that no job resolves, without moving any money. */
export function HandleIssue({ id, onDone }: { id: number; onDone: () => void }) {
  const { field, submit, formError, formState } = useCallForm('dashboard/payment-issues/handle', {
    values: { note: '' },
    toInput: ({ note }: { note: string }) => ({ id, note }),
    onDone: async () => {
      await reread('dashboard/table')
      toast('Marked as handled')
      onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate aria-label="Mark as handled" className="grid gap-4">
      <FormError text={formError} size="small" />
      <TextArea
        label="What was done"
        help="Saving this note moves no money. The issue moves from the open issues to the handled ones."
        rows={3}
        {...field('note')}
      />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Mark as handled
        </Button>
      </div>
    </form>
  )
}
