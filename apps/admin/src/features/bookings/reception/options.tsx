import type { Output } from '@nukkad/contract/contract.ts'
import { isSingle } from '@nukkad/rules/addons.ts'
import { Select, Switch } from '#components/controls.tsx'
import { formatMoney } from '#lib/format.ts'

export type Item = Output<'get-single-item'>
type Category = NonNullable<Item>['addon_categories'][number]
/** A service with the add-ons that were chosen, by their category. */
export type WishedItem = { item_id: number; chosen: Readonly<Record<number, readonly number[]>> }

/** Returns the ids of the add-ons of a service: the chosen ones, and the first where exactly one is needed. */
export function addonsOf({ chosen }: Pick<WishedItem, 'chosen'>, item: Item | undefined): number[] {
  return (item?.addon_categories ?? []).flatMap((category) => chosenIn(category, chosen))
}

function chosenIn(category: Category, chosen: WishedItem['chosen']): readonly number[] {
  const usual = isSingle(category) ? category.addons.slice(0, 1).map(({ id }) => id) : []
  return chosen[category.id] ?? usual
}

type OptionsProps = {
  item: Item | undefined
  wish: WishedItem
  currency: string
  onChoose: (chosen: WishedItem['chosen']) => void
}

/** Selects the add-ons of a service. */
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
