import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { Input } from '#components/controls.tsx'
import { call } from '#lib/api.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { type Category, rereadMenu } from './use-menu.ts'

type CategoryFormProps = { storeId: number; category: Category | 'new'; onDone: () => void }

export function CategoryForm({ storeId, category, onDone }: CategoryFormProps) {
  const known = category === 'new' ? undefined : category
  const { field, submit, formError, formState } = useCallForm(
    known ? 'store-owner/update-items-categories' : 'store-owner/create-items-categories',
    {
      values: { name: known?.name ?? '' },
      toInput: ({ name }: { name: string }) => ({ store_id: storeId, id: known?.id ?? 0, name }),
      onDone: async () => {
        await rereadMenu()
        toast('Saved')
        onDone()
      },
    },
  )
  const remove = useMutation({
    mutationFn: () => call('store-owner/delete-items-categories', { store_id: storeId, id: known!.id }),
    onSuccess: async () => {
      await rereadMenu()
      toast('The category was deleted')
      onDone()
    },
    onError: toastError,
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" {...field('name')} />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Save
      </Button>
      {known ? (
        <Button size="small" variant="outline" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete the empty category
        </Button>
      ) : null}
    </form>
  )
}
