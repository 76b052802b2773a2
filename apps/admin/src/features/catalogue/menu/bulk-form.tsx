import type { WireInput } from '@nukkad/contract/contract.ts'
import { changedPrice } from '@nukkad/rules/bulk-price.ts'
import { parseMoney, wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { currencySign, moneyWords } from '#lib/words.ts'
import { Input, Select } from '#parts/controls.tsx'
import { type Category, type Item, rereadMenu } from './use-menu.ts'

type Change = WireInput<'store-owner/change-items'>['items'][number]

const kinds = [
  { value: 'percent', label: 'Price, by percent' },
  { value: 'amount', label: 'Price, by an amount' },
  { value: 'on', label: 'Put on sale' },
  { value: 'off', label: 'Take off sale' },
  { value: 'category', label: 'Move to a category' },
  { value: 'stock', label: 'Stock' },
]

type BulkFormProps = { store: ShownStore; items: readonly Item[]; categories: readonly Category[]; onDone: () => void }

/** Changes what was chosen, after showing what becomes of each; one press takes it back. */
export function BulkForm({ store, items, categories, onDone }: BulkFormProps) {
  const [kind, setKind] = useState('percent')
  const [value, setValue] = useState('')
  useUnsaved(value !== '')
  const [formError, setFormError] = useState<string>()
  const changes = items.map((item) => changeOf(item, { kind, value, currency: store.currency }))
  const write = (list: Change[]) => call('store-owner/change-items', { store_id: store.id, items: list })
  const save = useMutation({
    mutationFn: write,
    onSuccess: async () => {
      await rereadMenu()
      const before = items.map(({ id, price, is_active, item_category_id, stock }) => ({
        ...{ id, price, is_active, item_category_id, stock },
      }))
      notice(`${items.length} items were changed`, () => void write(before).then(rereadMenu, noticeOf))
      onDone()
    },
    onError: (error) => setFormError(error.message),
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const ready = changes.flatMap((change) => change ?? [])
    if (ready.length < items.length) setFormError('That does not fit; nothing was changed.')
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
          setKind(event.target.value)
          setValue(event.target.value === 'category' ? String(categories[0]?.id ?? '') : '')
        }}
      />
      {kind === 'category' ? (
        <Select
          label="Category"
          value={value}
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => setValue(event.target.value)}
        />
      ) : kind === 'on' || kind === 'off' ? null : (
        <Input
          label={kind === 'stock' ? 'Units left' : 'By how much'}
          before={kind === 'amount' ? currencySign(store.currency) : undefined}
          after={kind === 'percent' ? '%' : undefined}
          help={kind === 'stock' ? 'Empty: not counted.' : 'With a minus it becomes less.'}
          inputMode={kind === 'stock' ? 'numeric' : 'text'}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
      {kind === 'percent' || kind === 'amount' ? (
        <ul aria-label="What becomes of the prices" className="max-h-72 overflow-y-auto">
          {items.map((item, index) => (
            <li key={item.id} className="flex min-h-9 items-center justify-between gap-3">
              <span className="min-w-0 truncate">{item.name}</span>
              <span className="num whitespace-nowrap">
                {moneyWords(item.price, store.currency)} →{' '}
                {changes[index]?.price ? moneyWords(String(changes[index].price), store.currency) : '–'}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Button type="submit" size="small" isBusy={save.isPending}>
        Change {items.length} items
      </Button>
    </form>
  )
}

function changeOf(
  item: Item,
  { kind, value, currency }: { kind: string; value: string; currency: string },
): Change | undefined {
  const { id } = item
  if (kind === 'on' || kind === 'off') return { id, is_active: kind === 'on' ? 1 : 0 }
  if (kind === 'category') return { id, item_category_id: Number(value) }
  if (kind === 'stock') return /^\d{0,7}$/.test(value.trim()) ? { id, stock: value.trim() } : undefined
  const by = kind === 'percent' ? 'percent' : 'amount'
  const price = changedPrice(parseMoney(item.price, currency) ?? 0n, { by, value: value.trim() }, currency)
  return price === undefined ? undefined : { id, price: wireMoney(price, currency) }
}
