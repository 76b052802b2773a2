import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Input, Select } from '#components/controls.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { currencySign, formatMoney } from '#lib/format.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { type BulkKind, type Change, changeOf, unchanged } from './bulk-change.ts'
import { type Category, type Item, rereadMenu } from './use-menu.ts'

const kinds = [
  { value: 'percent', label: 'Price, by percent' },
  { value: 'amount', label: 'Price, by an amount' },
  { value: 'on', label: 'Put on sale' },
  { value: 'off', label: 'Take off sale' },
  { value: 'category', label: 'Move to a category' },
  { value: 'stock', label: 'Stock' },
]

type BulkFormProps = { store: ShownStore; items: readonly Item[]; categories: readonly Category[]; onDone: () => void }

/** Changes the selected items after a preview, with one button to undo. */
export function BulkForm({ store, items, categories, onDone }: BulkFormProps) {
  const [kind, setKind] = useState<BulkKind>('percent')
  const [value, setValue] = useState('')
  useUnsaved(value !== '')
  const [formError, setFormError] = useState<string>()
  const changes = items.map((item) => changeOf(item, { kind, value, currency: store.currency }))
  const write = (list: Change[]) => call('store-owner/change-items', { store_id: store.id, items: list })
  const save = useMutation({
    mutationFn: write,
    onSuccess: async () => {
      await rereadMenu()
      toast(`${items.length} items were changed`, () => void write(items.map(unchanged)).then(rereadMenu, toastError))
      onDone()
    },
    onError: (error) => setFormError(error.message),
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const ready = changes.flatMap((change) => change ?? [])
    if (ready.length < items.length)
      setFormError('This value can’t be used, so nothing was changed. Enter another one.')
    else save.mutate(ready)
  }
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Select
        label="What to change"
        options={kinds}
        value={kind}
        onChange={(event) => {
          setKind(event.target.value as BulkKind)
          setValue(event.target.value === 'category' ? String(categories[0]?.id ?? '') : '')
        }}
      />
      <ValueField kind={kind} value={value} categories={categories} currency={store.currency} onChange={setValue} />
      {kind === 'percent' || kind === 'amount' ? (
        <NewPrices items={items} changes={changes} currency={store.currency} />
      ) : null}
      <Button type="submit" size="small" isBusy={save.isPending}>
        Change {items.length} items
      </Button>
    </form>
  )
}

type ValueFieldProps = {
  kind: BulkKind
  value: string
  categories: readonly Category[]
  currency: string
  onChange: (value: string) => void
}

function ValueField({ kind, value, categories, currency, onChange }: ValueFieldProps) {
  if (kind === 'on' || kind === 'off') return null
  if (kind === 'category')
    return (
      <Select
        label="Category"
        value={value}
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Input
      label={kind === 'stock' ? 'Units left' : 'By how much'}
      before={kind === 'amount' ? currencySign(currency) : undefined}
      after={kind === 'percent' ? '%' : undefined}
      help={kind === 'stock' ? 'Leave blank for no limit.' : 'A minus sign lowers the price.'}
      inputMode={kind === 'stock' ? 'numeric' : 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type NewPricesProps = { items: readonly Item[]; changes: readonly (Change | undefined)[]; currency: string }

function NewPrices({ items, changes, currency }: NewPricesProps) {
  return (
    <ul aria-label="Preview of the prices" className="max-h-72 overflow-y-auto">
      {items.map((item, index) => (
        <li key={item.id} className="flex min-h-9 items-center justify-between gap-3">
          <span className="min-w-0 truncate">{item.name}</span>
          <span className="num whitespace-nowrap">
            {formatMoney(item.price, currency)} →{' '}
            {changes[index]?.price ? formatMoney(String(changes[index].price), currency) : '–'}
          </span>
        </li>
      ))}
    </ul>
  )
}
