import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { TextArea } from '#components/controls.tsx'
import { reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

/** Closes an open request as refused. To fulfil a request, staff use the person's page. */
export function RefuseRequest({ id, onDone }: { id: number; onDone: () => void }) {
  const mayEdit = useMay({ permission: 'all_users_edit' })
  const { field, submit, formError, formState } = useCallForm('dashboard/data-requests/refuse', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id, reason }),
    onDone: async () => {
      await reread('dashboard/table', 'dashboard/people/show')
      toast('The request is refused')
      onDone()
    },
  })
  if (!mayEdit) return null
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <p className="text-ink-2">
        To carry out the request, open the customer’s page. When you have exported or deleted the data, the request
        closes automatically.
      </p>
      <FormError text={formError} size="small" />
      <TextArea
        label="Why you refuse the request"
        help="Notify the customer yourself, because the system sends no message."
        rows={2}
        {...field('reason')}
      />
      <div>
        <Button type="submit" size="small" variant="outline" isBusy={formState.isSubmitting}>
          Refuse it
        </Button>
      </div>
    </form>
  )
}
