import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { AskedAction } from '#components/asked-action.tsx'
import { Input, Select } from '#components/controls.tsx'
import { FileButton } from '#components/file-button.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AddonRows } from './addon-rows.tsx'
import { type AddonValues, addonInput, addonValues } from './addon-values.ts'
import { type AddonCategory, rereadMenu } from './use-menu.ts'

const types = [
  { value: 'SINGLE', label: 'Customers choose exactly one' },
  { value: 'MULTI', label: 'Customers choose any number' },
]

type AddonFormProps = { store: ShownStore; category: AddonCategory | undefined; onDone: () => void }

/** Edits one add-on category. Where customers choose exactly one add-on, the first is selected by default. */
export function AddonForm({ store, category, onDone }: AddonFormProps) {
  const form = useCallForm(category ? 'store-owner/update-addon-category' : 'store-owner/save-addon-category', {
    values: addonValues(category),
    toInput: (typed: AddonValues) => addonInput(typed, { storeId: store.id, id: category?.id }),
    onDone: async () => {
      await rereadMenu()
      toast('Saved')
      onDone()
    },
  })
  const type = useWatch({ control: form.control, name: 'type' })
  return (
    <div className="grid gap-6">
      <form onSubmit={form.submit} noValidate className="grid gap-4">
        <FormError text={form.formError} size="small" />
        <Input label="Name" {...form.field('name')} />
        <Select label="How many" options={types} {...form.register('type')} />
        {type === 'MULTI' ? (
          <Input label="At most" inputMode="numeric" help="0: no limit." {...form.field('addon_limit')} />
        ) : null}
        <Input label="Hint" {...form.field('description')} />
        <AddonRows form={form} currency={store.currency} />
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          Save
        </Button>
      </form>
      {category ? <AddonPictures storeId={store.id} category={category} /> : null}
      {category ? <DeleteCategory storeId={store.id} category={category} onDone={onDone} /> : null}
    </div>
  )
}

function AddonPictures({ storeId, category }: { storeId: number; category: AddonCategory }) {
  const upload = useMutation({
    mutationFn: ({ id, picture }: { id: number; picture: File }) =>
      call('store-owner/update-addon-image', { store_id: storeId, id }, { picture }),
    onSuccess: async () => {
      await rereadMenu()
      toast('The picture was saved')
    },
    onError: toastError,
  })
  return (
    <section aria-label="Pictures of add-ons" className="grid gap-2">
      <h3 className="text-label">Pictures</h3>
      {category.addons.map(({ id, name, image }) => (
        <div key={id} className="flex items-center gap-3">
          <span className="size-11 overflow-hidden rounded-badge bg-sunken">
            {image ? (
              <Picture
                key={image}
                path={image}
                alt={`Picture of ${name}`}
                width={44}
                height={44}
                sizes="44px"
                className="size-11 object-cover"
              />
            ) : null}
          </span>
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <FileButton
            label={`Upload image of ${name}`}
            isBusy={upload.isPending}
            onFile={(picture) => upload.mutate({ id, picture })}
          >
            <ImageUp aria-hidden="true" />
            Picture
          </FileButton>
        </div>
      ))}
    </section>
  )
}

type DeleteCategoryProps = { storeId: number; category: AddonCategory; onDone: () => void }

function DeleteCategory({ storeId, category, onDone }: DeleteCategoryProps) {
  return (
    <div>
      <AskedAction
        label="Delete the category"
        variant="plain"
        question={`Delete ${category.name}?`}
        action="Delete"
        says="Items will no longer offer this category. Past orders keep the add-ons of the category."
        act={async () => {
          await call('store-owner/delete-addon-category', { store_id: storeId, id: category.id })
          await rereadMenu()
          toast(`${category.name} was deleted`)
          onDone()
        }}
      />
    </div>
  )
}
