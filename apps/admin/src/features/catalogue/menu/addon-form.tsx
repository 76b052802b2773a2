import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { Picture } from '@nukkad/ui/parts/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ImageUp, X } from 'lucide-react'
import { type FieldPath, useFieldArray, useWatch } from 'react-hook-form'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { currencySign } from '#lib/words.ts'
import { AskedAction } from '#parts/asked-action.tsx'
import { Input, Select, Switch } from '#parts/controls.tsx'
import { FileButton } from '#parts/file-button.tsx'
import { type AddonCategory, rereadMenu } from './use-menu.ts'

type Typed = {
  name: string
  type: 'SINGLE' | 'MULTI'
  description: string
  addon_limit: string
  addons: { addonId: number | null; name: string; price: string; is_active: boolean }[]
}

const types = [
  { value: 'SINGLE', label: 'Exactly one is chosen' },
  { value: 'MULTI', label: 'Any number is chosen' },
]
const step = 'grid size-9 shrink-0 place-items-center text-ink-2 disabled:opacity-30 [&_svg]:size-4'

type AddonFormProps = { store: ShownStore; category: AddonCategory | undefined; onDone: () => void }

/** One question with its answers; the first of them is chosen already where exactly one is wanted. */
export function AddonForm({ store, category, onDone }: AddonFormProps) {
  const { register, submit, formError, formState, control, getFieldState } = useCallForm(
    category ? 'store-owner/update-addon-category' : 'store-owner/save-addon-category',
    {
      values: valuesOf(category),
      toInput: ({ name, type, description, addon_limit, addons }: Typed) => ({
        ...{ store_id: store.id, id: category?.id ?? 0, name, type, description },
        addon_limit: addon_limit || '0',
        addons: addons.map(({ addonId, is_active, ...addon }) => ({
          ...addon,
          ...(addonId !== null && { id: addonId }),
          is_active,
        })),
      }),
      onDone: async () => {
        await rereadMenu()
        notice('Saved')
        onDone()
      },
    },
  )
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'addons' })
  const type = useWatch({ control, name: 'type' })
  const { errors } = formState
  const errorOf = (name: FieldPath<Typed>) => getFieldState(name, formState).error?.message
  return (
    <div className="grid gap-6">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Input label="Name" error={errors.name?.message} {...register('name')} />
        <Select label="How many" options={types} {...register('type')} />
        {type === 'MULTI' ? (
          <Input
            label="At most"
            inputMode="numeric"
            help="0: no limit."
            error={errors.addon_limit?.message}
            {...register('addon_limit')}
          />
        ) : null}
        <Input label="Hint" error={errors.description?.message} {...register('description')} />
        <fieldset className="grid gap-4">
          <legend className="mb-1 text-label">Add-ons</legend>
          {fields.map((field, index) => (
            <div key={field.id} className="grid gap-2 border-b border-line pb-3">
              <div className="flex items-center gap-1">
                <span className="num flex-1 text-small text-ink-2">{index + 1}</span>
                <button
                  type="button"
                  aria-label={`Move add-on ${index + 1} up`}
                  className={step}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <ArrowUp aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Move add-on ${index + 1} down`}
                  className={step}
                  disabled={index === fields.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <ArrowDown aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Remove add-on ${index + 1}`}
                  className={step}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden="true" />
                </button>
              </div>
              <div className="grid grid-cols-2 gap-3">
                <Input
                  label={`Name of add-on ${index + 1}`}
                  error={errorOf(`addons.${index}.name`)}
                  {...register(`addons.${index}.name`)}
                />
                <Input
                  label={`Price of add-on ${index + 1}`}
                  before={currencySign(store.currency)}
                  inputMode="decimal"
                  error={errorOf(`addons.${index}.price`)}
                  {...register(`addons.${index}.price`)}
                />
              </div>
              <Switch label={`Sell add-on ${index + 1}`} {...register(`addons.${index}.is_active`)} />
            </div>
          ))}
          <div>
            <Button
              size="small"
              look="outline"
              onClick={() => append({ addonId: null, name: '', price: '0', is_active: true })}
            >
              Add an add-on
            </Button>
          </div>
        </fieldset>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Save
        </Button>
      </form>
      {category ? <AddonPictures storeId={store.id} category={category} /> : null}
      {category ? <DeleteCategory storeId={store.id} category={category} onDone={onDone} /> : null}
    </div>
  )
}

function valuesOf(category: AddonCategory | undefined): Typed {
  const blank = { addonId: null, name: '', price: '0', is_active: true }
  return {
    ...{ name: category?.name ?? '', description: category?.description ?? '' },
    type: category && category.type !== 'SINGLE' ? 'MULTI' : 'SINGLE',
    addon_limit: String(category?.addon_limit ?? 0),
    addons: category?.addons.map(({ id, name, price, is_active }) => ({
      ...{ addonId: id, name, price },
      is_active: is_active === 1,
    })) ?? [blank],
  }
}

function AddonPictures({ storeId, category }: { storeId: number; category: AddonCategory }) {
  const upload = useMutation({
    mutationFn: ({ id, picture }: { id: number; picture: File }) =>
      call('store-owner/update-addon-image', { store_id: storeId, id }, { picture }),
    onSuccess: async () => {
      await rereadMenu()
      notice('The picture was saved')
    },
    onError: noticeOf,
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
            label={`Choose a picture of ${name}`}
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
        look="plain"
        question={`Delete ${category.name}?`}
        action="Delete"
        says="Items offer it no longer. Past orders keep it."
        act={async () => {
          await call('store-owner/delete-addon-category', { store_id: storeId, id: category.id })
          await rereadMenu()
          notice(`${category.name} was deleted`)
          onDone()
        }}
      />
    </div>
  )
}
