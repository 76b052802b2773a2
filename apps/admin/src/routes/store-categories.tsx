import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Input, Switch } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Category = { id: number | null; name: string | null; is_active: boolean | null }

/** Lists the categories by which customers find stores on the home page. */
export default function StoreCategoriesRoute() {
  const [edited, setEdited] = useState<Category | 'new'>()
  const mayEdit = useMay({ permission: 'stores_edit' })
  return (
    <>
      <PageHead
        title="Store categories"
        text="Categories by which customers find stores. Assign categories on the page of a store."
      >
        {mayEdit ? (
          <Button size="small" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            Add a category
          </Button>
        ) : null}
      </PageHead>
      <DataTable table="store_categories" {...(mayEdit && { onOpen: setEdited })} />
      <Panel
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? 'Add a category' : 'Category'}
      >
        {edited === 'new' ? (
          <CategoryForm onDone={() => setEdited(undefined)} />
        ) : edited ? (
          <CategoryForm category={edited} onDone={() => setEdited(undefined)} />
        ) : null}
      </Panel>
    </>
  )
}

function CategoryForm({ category, onDone }: { category?: Category; onDone: () => void }) {
  const { register, field, submit, formError, formState } = useCallForm(
    category ? 'dashboard/store-categories/update' : 'dashboard/store-categories/create',
    {
      values: { name: category?.name ?? '', is_active: category?.is_active ?? true },
      toInput: ({ name, is_active }: { name: string; is_active: boolean }) => ({
        id: category?.id ?? 0,
        name,
        is_active: is_active ? (1 as const) : (0 as const),
      }),
      onDone: async () => {
        await reread('dashboard/table')
        toast('Saved')
        onDone()
      },
    },
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" {...field('name')} />
      <Switch label="Shown" {...register('is_active')} />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Save
      </Button>
    </form>
  )
}
