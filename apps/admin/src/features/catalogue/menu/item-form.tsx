import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { AskedAction } from '#components/asked-action.tsx'
import { FileButton } from '#components/file-button.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { ItemAddons, ItemFields } from './item-fields.tsx'
import { type ItemValues, itemInput, itemValues } from './item-values.ts'
import { type Item, type Menu, rereadMenu } from './use-menu.ts'

type ItemFormProps = {
  store: ShownStore
  menu: Menu
  item: Item | undefined
  categoryId: number
  onMade: (item: Item) => void
  onDone: () => void
}

/** Edits one item, new or known. The picture of a new item can be uploaded once the item is saved. */
export function ItemForm({ store, menu, item, categoryId, onMade, onDone }: ItemFormProps) {
  const form = useCallForm(item ? 'store-owner/update-item' : 'store-owner/create-item', {
    values: itemValues(item, categoryId),
    toInput: (typed: ItemValues) => itemInput(typed, { storeId: store.id, id: item?.id }),
    onDone: async ({ item: saved }) => {
      await rereadMenu()
      toast('Saved')
      if (item) onDone()
      else onMade(saved)
    },
  })
  return (
    <div className="grid gap-6">
      {item ? <ItemPicture storeId={store.id} item={item} /> : null}
      <form onSubmit={form.submit} noValidate className="grid gap-4">
        <FormError text={form.formError} size="small" />
        <ItemFields form={form} menu={menu} currency={store.currency} />
        <ItemAddons form={form} menu={menu} currency={store.currency} />
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          Save
        </Button>
      </form>
      {item ? <DeleteItem storeId={store.id} item={item} onDone={onDone} /> : null}
    </div>
  )
}

function ItemPicture({ storeId, item }: { storeId: number; item: Item }) {
  const upload = useMutation({
    mutationFn: (picture: File) =>
      call('store-owner/update-item-image', { store_id: storeId, id: item.id }, { picture }),
    onSuccess: async () => {
      await rereadMenu()
      toast('The picture was saved')
    },
    onError: toastError,
  })
  return (
    <div className="flex items-end gap-4">
      {item.image ? (
        <Picture
          key={item.image}
          path={item.image}
          alt={`Picture of ${item.name}`}
          width={112}
          height={112}
          sizes="112px"
          className="size-28 rounded-control object-cover"
        />
      ) : (
        <span className="grid size-28 place-items-center rounded-control bg-sunken text-small text-ink-2">
          No picture
        </span>
      )}
      <FileButton label="Upload image" isBusy={upload.isPending} onFile={(file) => upload.mutate(file)}>
        <ImageUp aria-hidden="true" />
        {item.image ? 'Replace image' : 'Upload image'}
      </FileButton>
    </div>
  )
}

function DeleteItem({ storeId, item, onDone }: { storeId: number; item: Item; onDone: () => void }) {
  return (
    <div>
      <AskedAction
        label="Delete the item"
        variant="plain"
        question={`Delete ${item.name}?`}
        action="Delete"
        typed={item.name}
        says="You cannot undo the deletion. Past orders keep the item. To hide the item from customers for a while, switch it off instead."
        act={async () => {
          await call('store-owner/item/delete', { store_id: storeId, id: item.id }, { tail: `/${item.id}` })
          await rereadMenu()
          toast(`${item.name} was deleted`)
          onDone()
        }}
      />
    </div>
  )
}
