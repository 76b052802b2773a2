import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { AskedAction } from '#components/asked-action.tsx'
import { Input, Switch } from '#components/controls.tsx'
import { PictureField } from '#components/picture-field.tsx'
import { call } from '#lib/api.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Tile = Output<'dashboard/category-tiles'>['tiles'][number]

type TileFormProps = {
  tile: Tile | null
  categories: readonly { id: number; name: string }[]
  onDone: () => void
}

/** Edits a picture of the home page, and the categories whose stores it shows. */
export function TileForm({ tile, categories, onDone }: TileFormProps) {
  const values = {
    name: tile?.name ?? '',
    image: tile?.image ?? '',
    category_ids: (tile?.category_ids ?? []).map(String),
    is_active: tile?.is_active ?? true,
  }
  const done = async (text: string) => {
    await reread('dashboard/category-tiles')
    toast(text)
    onDone()
  }
  const form = useCallForm('dashboard/category-tiles/save', {
    values,
    toInput: (typed: typeof values) => ({
      ...typed,
      id: tile?.id ?? null,
      category_ids: typed.category_ids.map(Number),
      is_active: typed.is_active ? (1 as const) : (0 as const),
    }),
    onDone: () => done(tile ? 'The tile is saved' : 'The tile is added'),
  })
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <FormError text={form.formError} size="small" />
      <PictureField
        label="Picture"
        help="Square, 300 pixels wide or more; a transparent background is fine."
        use="tile"
        ratio="1 / 1"
        value={form.watch('image')}
        onChange={(path) => form.setValue('image', path, { shouldDirty: true })}
        error={form.errorOf('image')}
      />
      <Input label="Name" {...form.field('name')} />
      <ShownCategories
        categories={categories}
        chosen={form.watch('category_ids')}
        error={form.errorOf('category_ids')}
        onChange={(ids) => form.setValue('category_ids', ids, { shouldDirty: true })}
      />
      <Switch label="On" {...form.register('is_active')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={form.formState.isSubmitting}>
          {tile ? 'Save' : 'Add the tile'}
        </Button>
        {tile ? (
          <AskedAction
            label="Delete this tile"
            variant="plain"
            question={`Delete “${tile.name}”?`}
            action="Delete"
            says="Only the tile is deleted. Stores and categories stay as they are."
            act={async () => {
              await call('dashboard/category-tiles/delete', { id: tile.id })
              await done('The tile is deleted')
            }}
          />
        ) : null}
      </div>
    </form>
  )
}

type ShownCategoriesProps = Pick<TileFormProps, 'categories'> & {
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

function ShownCategories({ categories, chosen, error, onChange }: ShownCategoriesProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-label">Shows stores of</legend>
      <div className="grid max-h-64 gap-x-4 overflow-y-auto wide:grid-cols-2">
        {categories.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-3">
            <input
              type="checkbox"
              className="size-5"
              checked={chosen.includes(String(id))}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, String(id)] : chosen.filter((one) => one !== String(id)))
              }
            />
            {name}
          </label>
        ))}
      </div>
      {error ? (
        <p role="alert" className="mt-1 text-small text-error">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
