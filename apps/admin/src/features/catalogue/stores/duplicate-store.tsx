import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { useGo } from '#lib/go.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type DuplicateStoreProps = { store: { id: number; name: string }; isOpen: boolean; onClose: () => void }

export function DuplicateStore({ store, isOpen, onClose }: DuplicateStoreProps) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title={`Duplicate ${store.name}`}>
      <CopyForm store={store} />
    </Panel>
  )
}

function CopyForm({ store }: Pick<DuplicateStoreProps, 'store'>) {
  const go = useGo()
  const { field, submit, formError, formState } = useCallForm('dashboard/stores/duplicate', {
    values: { name: '' },
    toInput: ({ name }: { name: string }) => ({ store_id: store.id, name }),
    onDone: async ({ store: copy }) => {
      await reread('dashboard/table')
      toast(`${copy.name} was created. Customers see the store once it is approved.`)
      go(`/stores/${copy.id}`)
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p>Menu, add-ons, pictures, hours and charges are copied. People, payout details and approval are not copied.</p>
      <FormError text={formError} size="small" />
      <Input label="Name of the new store" {...field('name')} />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Duplicate
      </Button>
    </form>
  )
}
