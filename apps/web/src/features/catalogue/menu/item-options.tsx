import { isolated, t } from '#lib/catalogue.ts'
import { type AddonCategory, type Item, isAddedTo } from '#lib/menu-item.ts'
import { minorOf, wirePrice } from '#lib/prices.ts'

/** Lists the options of an item with their prices, which the person chooses from when they add it. */
export function ItemOptions({ item }: { item: Item }) {
  const categories = item.addon_categories.filter(({ addons }) => addons.length > 0)
  return categories.map((category) => (
    <section key={category.id}>
      <h3 className="text-heading">{category.name}</h3>
      <p className="text-small text-ink-2">{ruleText(category)}</p>
      <ul className="mt-1.5 grid gap-1.5 text-ink-2">
        {category.addons.map(({ id, name, price }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span dir="auto">{name}</span>
            {minorOf(price, item.currency) > 0n ? (
              <span className="num">{isolated(`${isAddedTo(item) ? '+' : ''}${wirePrice(price, item.currency)}`)}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Returns how many options of a category can be chosen. */
export function ruleText({ type, addon_limit }: AddonCategory): string {
  if (type === 'SINGLE') return t('addonChooseOne')
  return addon_limit > 0 ? t('addonChooseUpTo', { count: addon_limit }) : t('addonChooseAny')
}
