import { suspiciousChoice } from '@nukkad/rules/addons.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { Picture } from '@nukkad/ui/parts/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { currencySign, moneyWords } from '#lib/words.ts'
import { AskedAction } from '#parts/asked-action.tsx'
import { Input, Select, Switch, TextArea } from '#parts/controls.tsx'
import { FileButton } from '#parts/file-button.tsx'
import { type Item, type Menu, rereadMenu } from './use-menu.ts'

type ItemFormProps = {
  store: ShownStore
  menu: Menu
  item: Item | undefined
  categoryId: number
  onMade: (item: Item) => void
  onDone: () => void
}

type Typed = {
  name: string
  item_category_id: string
  price: string
  old_price: string
  description: string
  is_veg: string
  stock: string
  addon_pricing: string
  addon_category_item: string[]
  is_recommended: boolean
  is_popular: boolean
  is_new: boolean
}

const diets = [
  { value: 'none', label: 'Says nothing' },
  { value: 'veg', label: 'Vegetarian' },
  { value: 'nonveg', label: 'Not vegetarian' },
]
const pricings = [
  { value: '', label: 'As the shop does' },
  { value: 'add', label: 'Are added to the price' },
  { value: 'replace', label: 'Replace the price' },
]

/** One item, new or known. Its picture is given once it is there. */
export function ItemForm({ store, menu, item, categoryId, onMade, onDone }: ItemFormProps) {
  const { register, submit, formError, formState, control } = useCallForm(
    item ? 'store-owner/update-item' : 'store-owner/create-item',
    {
      values: valuesOf(item, categoryId),
      toInput: (typed: Typed) => ({
        ...{ store_id: store.id, id: item?.id ?? 0, name: typed.name, price: typed.price, stock: typed.stock },
        item_category_id: Number(typed.item_category_id),
        old_price: typed.old_price || '0',
        description: typed.description,
        is_veg: typed.is_veg as 'veg',
        addon_pricing: (typed.addon_pricing || null) as 'add' | null,
        addon_category_item: typed.addon_category_item.map(Number),
        is_recommended: typed.is_recommended,
        is_popular: typed.is_popular,
        is_new: typed.is_new,
      }),
      onDone: async ({ item: saved }) => {
        await rereadMenu()
        notice('Saved')
        if (item) onDone()
        else onMade(saved)
      },
    },
  )
  const { errors } = formState
  return (
    <div className="grid gap-6">
      {item ? <ItemPicture storeId={store.id} item={item} /> : null}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Input label="Name" error={errors.name?.message} {...register('name')} />
        <Select
          label="Category"
          options={menu.categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={errors.item_category_id?.message}
          {...register('item_category_id')}
        />
        <div className="grid grid-cols-2 gap-3">
          <Input
            label="Price"
            before={currencySign(store.currency)}
            inputMode="decimal"
            error={errors.price?.message}
            {...register('price')}
          />
          <Input
            label="Old price"
            before={currencySign(store.currency)}
            inputMode="decimal"
            help="Shown struck through beside the price."
            error={errors.old_price?.message}
            {...register('old_price')}
          />
        </div>
        <TextArea
          label="Description"
          help="Simple HTML may stand here."
          error={errors.description?.message}
          {...register('description')}
        />
        <div className="grid grid-cols-2 gap-3">
          <Select label="Diet" options={diets} error={errors.is_veg?.message} {...register('is_veg')} />
          <Input
            label="Stock"
            inputMode="numeric"
            help="Pieces left. Empty: not counted."
            error={errors.stock?.message}
            {...register('stock')}
          />
        </div>
        <Switch label="Recommended" {...register('is_recommended')} />
        <Switch label="Popular" {...register('is_popular')} />
        <Switch label="New" {...register('is_new')} />
        {menu.addon_categories.length > 0 ? (
          <>
            <fieldset>
              <legend className="mb-1 text-label">Add-ons</legend>
              {menu.addon_categories.map(({ id, name, type }) => (
                <label key={id} className="flex min-h-9 items-center gap-3">
                  <input type="checkbox" className="size-5" value={id} {...register('addon_category_item')} />
                  {name}
                  <span className="text-small text-ink-2">{type === 'SINGLE' ? 'exactly one' : 'any number'}</span>
                </label>
              ))}
            </fieldset>
            <Select label="Prices of add-ons" options={pricings} {...register('addon_pricing')} />
            <PricingWarning store={store} menu={menu} control={control} />
          </>
        ) : null}
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Save
        </Button>
      </form>
      {item ? <DeleteItem storeId={store.id} item={item} onDone={onDone} /> : null}
    </div>
  )
}

/** Says when a choice that replaces the price would cost less than half of it. */
function PricingWarning({ store, menu, control }: Pick<ItemFormProps, 'store' | 'menu'> & { control: Control<Typed> }) {
  const [pricing, price, chosen] = useWatch({ control, name: ['addon_pricing', 'price', 'addon_category_item'] })
  if (pricing !== 'replace') return null
  const minor = (amount: string) => parseMoney(amount, store.currency) ?? 0n
  const options = menu.addon_categories
    .filter(({ id }) => chosen.includes(String(id)))
    .flatMap(({ addons }) => addons.map((addon) => minor(addon.price)))
  const least = suspiciousChoice(minor(price), options)
  if (least === undefined) return null
  return (
    <p role="status" className="rounded-control bg-tint px-4 py-3 text-on-tint">
      A customer can have this item for {moneyWords(wireMoney(least, store.currency), store.currency)}, less than half
      of its price. If these add-ons are extras, choose “Are added to the price”.
    </p>
  )
}

function valuesOf(item: Item | undefined, categoryId: number): Typed {
  return {
    ...{ name: item?.name ?? '', price: item?.price ?? '', description: item?.desc ?? '' },
    item_category_id: String(item?.item_category_id ?? categoryId),
    old_price: item && Number(item.old_price) > 0 ? item.old_price : '',
    is_veg: item?.is_veg === true ? 'veg' : item?.is_veg === false ? 'nonveg' : 'none',
    stock: String(item?.stock ?? ''),
    addon_pricing: item?.addon_pricing ?? '',
    addon_category_item: item?.addon_category_item.map(String) ?? [],
    ...{ is_recommended: item?.is_recommended === 1, is_popular: item?.is_popular === 1, is_new: item?.is_new === 1 },
  }
}

function ItemPicture({ storeId, item }: { storeId: number; item: Item }) {
  const upload = useMutation({
    mutationFn: (picture: File) =>
      call('store-owner/update-item-image', { store_id: storeId, id: item.id }, { picture }),
    onSuccess: async () => {
      await rereadMenu()
      notice('The picture was saved')
    },
    onError: noticeOf,
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
      <FileButton label="Choose a picture" isBusy={upload.isPending} onFile={(file) => upload.mutate(file)}>
        <ImageUp aria-hidden="true" />
        {item.image ? 'Another picture' : 'Choose a picture'}
      </FileButton>
    </div>
  )
}

function DeleteItem({ storeId, item, onDone }: { storeId: number; item: Item; onDone: () => void }) {
  return (
    <div>
      <AskedAction
        label="Delete the item"
        look="plain"
        question={`Delete ${item.name}?`}
        action="Delete"
        typed={item.name}
        says="It cannot be brought back. Past orders keep it. To take it off the menu for a while, switch it off."
        act={async () => {
          await call('store-owner/item/delete', { store_id: storeId, id: item.id }, { tail: `/${item.id}` })
          await rereadMenu()
          notice(`${item.name} was deleted`)
          onDone()
        }}
      />
    </div>
  )
}
