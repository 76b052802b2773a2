import type { Output } from '@nukkad/contract/contract.ts'
import { isSingle } from '@nukkad/rules/addons.ts'
import { Select, Switch } from '#components/controls.tsx'
import { formatMoney } from '#lib/format.ts'

export type Item = Output<'get-single-item'>
type Category = Pick<NonNullable<Item>['addon_categories'][number], 'id' | 'name' | 'type' | 'addon_limit'> & {
  addons: readonly { id: number; name: string; price: string }[]
}
type Choices = { addon_categories: readonly Category[] } | null | undefined
/** The ids of the chosen add-ons, by their category. */
export type Chosen = Readonly<Record<number, readonly number[]>>
/** A service with the add-ons that were chosen. */
export type WishedItem = { item_id: number; chosen: Chosen }

/** Returns the ids of an item's add-ons: the chosen ones, and the first of each category that requires exactly one. */
export function addonsOf({ chosen }: { chosen: Chosen }, item: Choices): number[] {
  return (item?.addon_categories ?? []).flatMap((category) => chosenIn(category, chosen))
}

function chosenIn(category: Category, chosen: Chosen): readonly number[] {
  const usual = isSingle(category) ? category.addons.slice(0, 1).map(({ id }) => id) : []
  return chosen[category.id] ?? usual
}

function isFull({ addon_limit }: Category, chosen: number): boolean {
  return addon_limit > 0 && chosen >= addon_limit
}

type OptionsProps = {
  item: Choices
  wish: { chosen: Chosen }
  currency: string
  onChoose: (chosen: Chosen) => void
}

/** Selects the add-ons of an item. */
export function Options({ item, wish: { chosen }, currency, onChoose }: OptionsProps) {
  const textOf = ({ name, price }: Category['addons'][number]) => `${name} · ${formatMoney(price, currency)}`
  return (item?.addon_categories ?? [])
    .filter(({ addons }) => addons.length > 0)
    .map((category) => {
      const now = chosenIn(category, chosen)
      if (isSingle(category))
        return (
          <div key={category.id} className="col-start-1">
            <Select
              label={category.name}
              value={String(now[0])}
              options={category.addons.map((addon) => ({ value: String(addon.id), label: textOf(addon) }))}
              onChange={(event) => onChoose({ ...chosen, [category.id]: [Number(event.target.value)] })}
            />
          </div>
        )
      return (
        <fieldset key={category.id} className="col-start-1 grid min-w-0 gap-2">
          <legend className="mb-1 text-label">{category.name}</legend>
          {category.addons.map((addon) => (
            <Switch
              key={addon.id}
              label={textOf(addon)}
              checked={now.includes(addon.id)}
              disabled={!now.includes(addon.id) && isFull(category, now.length)}
              onChange={({ target }) => {
                const others = now.filter((id) => id !== addon.id)
                onChoose({ ...chosen, [category.id]: target.checked ? [...others, addon.id] : others })
              }}
            />
          ))}
        </fieldset>
      )
    })
}
