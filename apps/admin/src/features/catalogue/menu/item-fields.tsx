import { useWatch } from 'react-hook-form'
import { Input, Select, Switch } from '#components/controls.tsx'
import { RichField } from '#components/rich-field.tsx'
import { currencySign, formatMoney } from '#lib/format.ts'
import type { CallForm } from '#lib/use-call-form.ts'
import { type ItemValues, suspiciousPrice } from './item-values.ts'
import type { Menu } from './use-menu.ts'

type FieldsProps = { form: CallForm<ItemValues>; menu: Menu; currency: string }

const diets = [
  { value: 'none', label: 'Not specified' },
  { value: 'veg', label: 'Vegetarian' },
  { value: 'nonveg', label: 'Not vegetarian' },
]
const pricings = [
  { value: '', label: 'As the setting of the shop says' },
  { value: 'add', label: 'Add to the item’s price' },
  { value: 'replace', label: 'Replace the item’s price' },
]

export function ItemFields({ form: { field, register, watch, setValue, errorOf }, menu, currency }: FieldsProps) {
  return (
    <>
      <Input label="Name" {...field('name')} />
      <Select
        label="Category"
        options={menu.categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...field('item_category_id')}
      />
      <div className="grid grid-cols-2 gap-3">
        <Input label="Price" before={currencySign(currency)} inputMode="decimal" {...field('price')} />
        <Input
          label="Old price"
          before={currencySign(currency)}
          inputMode="decimal"
          help="Customers see the old price struck through next to the current price."
          {...field('old_price')}
        />
      </div>
      <RichField
        label="Description"
        value={watch('description')}
        error={errorOf('description')}
        onChange={(html) => setValue('description', html, { shouldDirty: true })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select label="Diet" options={diets} {...field('is_veg')} />
        <Input label="Stock" inputMode="numeric" help="Units left. Leave blank for no limit." {...field('stock')} />
      </div>
      <Switch label="Recommended" {...register('is_recommended')} />
      <Switch label="Popular" {...register('is_popular')} />
      <Switch label="New" {...register('is_new')} />
    </>
  )
}

/** Selects the add-on categories of the item, and whether their prices replace the item's price or add to it. */
export function ItemAddons({ form, menu, currency }: FieldsProps) {
  if (menu.addon_categories.length === 0) return null
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-label">Add-ons</legend>
        {menu.addon_categories.map(({ id, name, type }) => (
          <label key={id} className="flex min-h-9 items-center gap-3">
            <input type="checkbox" className="size-5" value={id} {...form.register('addon_category_item')} />
            {name}
            <span className="text-small text-ink-2">{type === 'SINGLE' ? 'exactly one' : 'any number'}</span>
          </label>
        ))}
      </fieldset>
      <Select label="Prices of add-ons" options={pricings} {...form.register('addon_pricing')} />
      <PricingWarning form={form} menu={menu} currency={currency} />
    </>
  )
}

/** Warns when an add-on that replaces the price would cost less than half of it. */
function PricingWarning({ form, menu, currency }: FieldsProps) {
  const [addon_pricing, price, addon_category_item] = useWatch({
    control: form.control,
    name: ['addon_pricing', 'price', 'addon_category_item'],
  })
  const least = suspiciousPrice({ addon_pricing, price, addon_category_item }, menu.addon_categories, currency)
  if (least === undefined) return null
  return (
    <p role="status" className="rounded-control bg-tint px-4 py-3 text-on-tint">
      A customer can have this item for {formatMoney(least, currency)}, less than half of the item’s price. If these
      add-ons are extras, choose “Add to the item’s price”.
    </p>
  )
}
