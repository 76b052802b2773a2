import type { SelectedAddon } from '@nukkad/rules/cart.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { ChoiceRow } from '@nukkad/ui/components/choice.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { useState } from 'react'
import { isolated, t } from '#lib/catalogue.ts'
import {
  type AddonCategory,
  cartItemOf,
  type Item,
  type ItemStore,
  isAddedTo,
  priceParts,
  selectedAddonOf,
  unitMinorOf,
} from '#lib/menu-item.ts'
import { minorOf, price, wirePrice } from '#lib/prices.ts'
import { announce, notify } from '#lib/toasts.ts'
import { addToCart } from '#stores/cart.ts'
import { ruleText } from './item-options.tsx'
import { closeCustom, closeDetail, useMenuLayers } from './layers.ts'

/** Shows a sheet with one block for each add-on category (D-33 to D-38). */
export function AddonSheet() {
  const { custom, isCustomOpen } = useMenuLayers()
  if (!custom) return null
  // The React key changes each time the sheet opens, so that the sheet opens with the default choices: the first add-on
  // of each single choice.
  return <Customising key={`${custom.item.id}-${isCustomOpen}`} isOpen={isCustomOpen} {...custom} />
}

function Customising({ item, store, isOpen }: { item: Item; store: ItemStore; isOpen: boolean }) {
  const [chosen, setChosen] = useState(() => firstChoices(item))
  const [quantity, setQuantity] = useState(1)
  const selected = selectedAddons(item, chosen)
  const total = unitMinorOf(item, selected) * BigInt(quantity)

  const choose = (category: AddonCategory, addonId: number, isOn: boolean) => {
    const isFull = category.addon_limit > 0 && countIn(category, chosen) >= category.addon_limit
    if (isOn && category.type !== 'SINGLE' && isFull) {
      notify(t('addonLimitReached', { count: category.addon_limit }), 'info')
      return
    }
    setChosen(withChoice(category, chosen, addonId, isOn))
  }
  const confirm = () => {
    closeCustom()
    closeDetail()
    const cartItem = cartItemOf(item, store, selected)
    for (let unit = 0; unit < quantity; unit++) if (!addToCart(cartItem)) return
    announce(t('a11yCartChanged', { item: item.name, count: quantity, total: price(total, item.currency) }))
  }

  return (
    <Sheet
      isOpen={isOpen}
      onClose={closeCustom}
      title={item.name}
      sub={priceParts(item).price}
      closeLabel={t('a11yClose')}
      foot={
        <div className="flex flex-wrap items-center gap-3">
          <Stepper
            size="large"
            variant="soft"
            quantity={quantity}
            subject={t('a11yQuantity', { item: item.name })}
            removeLabel={t('a11yRemoveOne')}
            addLabel={t('a11yAddOne')}
            onRemove={() => setQuantity(Math.max(1, quantity - 1))}
            onAdd={() => setQuantity(Math.min(20, quantity + 1))}
          />
          <Button className="min-w-fit flex-1 flex-wrap gap-y-0" onClick={confirm}>
            {t('customizationDoneBtnText')}
            <span className="num opacity-90">
              <span aria-hidden="true">· </span>
              {price(total, item.currency)}
            </span>
          </Button>
        </div>
      }
    >
      {item.addon_categories.map((category) => (
        <CategoryBlock
          key={category.id}
          category={category}
          currency={item.currency}
          sign={isAddedTo(item) ? '+' : ''}
          chosen={chosen}
          onChoose={(addonId, isOn) => choose(category, addonId, isOn)}
        />
      ))}
    </Sheet>
  )
}

type BlockProps = {
  category: AddonCategory
  currency: string
  /** The plus sign before the prices of add-ons that are added to the item's price. */
  sign: '+' | ''
  chosen: ReadonlySet<number>
  onChoose: (addonId: number, isOn: boolean) => void
}

function CategoryBlock({ category, currency, sign, chosen, onChoose }: BlockProps) {
  const isSingle = category.type === 'SINGLE'
  return (
    <fieldset role={isSingle ? 'radiogroup' : 'group'} aria-label={category.name} className="mt-4 first:mt-1">
      <legend className="text-heading">{category.name}</legend>
      <p className="text-small text-ink-2">{ruleText(category)}</p>
      <div className="mt-1 divide-y divide-line">
        {category.addons.map((addon) => (
          <ChoiceRow
            key={addon.id}
            type={isSingle ? 'radio' : 'checkbox'}
            name={`addons-${category.id}`}
            label={addon.name}
            icon={
              addon.image ? (
                <Picture
                  path={addon.image}
                  alt=""
                  width={40}
                  height={40}
                  sizes="40px"
                  className="size-10 object-contain"
                />
              ) : undefined
            }
            end={
              minorOf(addon.price, currency) > 0n ? isolated(`${sign}${wirePrice(addon.price, currency)}`) : undefined
            }
            isChecked={chosen.has(addon.id)}
            onChange={(isOn) => onChoose(addon.id, isOn)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function firstChoices(item: Item): ReadonlySet<number> {
  const singles = item.addon_categories.filter(({ type }) => type === 'SINGLE')
  return new Set(singles.flatMap(({ addons: [first] }) => (first ? [first.id] : [])))
}

function withChoice(category: AddonCategory, chosen: ReadonlySet<number>, addonId: number, isOn: boolean) {
  const next = new Set(chosen)
  if (category.type === 'SINGLE') for (const { id } of category.addons) next.delete(id)
  if (isOn) next.add(addonId)
  else next.delete(addonId)
  return next
}

function countIn(category: AddonCategory, chosen: ReadonlySet<number>): number {
  return category.addons.filter(({ id }) => chosen.has(id)).length
}

function selectedAddons(item: Item, chosen: ReadonlySet<number>): SelectedAddon[] {
  return item.addon_categories.flatMap((category) =>
    category.addons.filter(({ id }) => chosen.has(id)).map((addon) => selectedAddonOf(category, addon)),
  )
}
