import { lineUnitMinor } from '@nukkad/rules/cart.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { Pencil } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { price } from '#lib/prices.ts'
import { addonPricing, addToCart, type CartLine, keepComment, removeLine, setComment, useCart } from '#stores/cart.ts'
import type { Store } from './readiness.ts'

export function CartLines({ store }: { store: Store | undefined }) {
  const { lines, comment } = useCart()
  return (
    <section className="rounded-card bg-surface px-4 hairline">
      <header className="flex min-h-15 items-center gap-2 py-3.5">
        {store ? (
          <span className={`grid size-8 place-items-center overflow-hidden rounded-badge ${groundFor(store.id)}`}>
            <Picture path={store.image} alt="" width={32} height={32} sizes="32px" className="size-8 object-cover" />
          </span>
        ) : null}
        <h2 className="min-w-0 flex-1 truncate text-heading">{store?.name ?? lines[0]?.storeName}</h2>
        {store ? (
          <a href={`/stores/${store.slug}`} className="reach text-label text-brand">
            {t('cartAddMore')}
          </a>
        ) : null}
      </header>
      <ul>
        {lines.map((line) => (
          <li
            key={`${line.id}-${line.selectedaddons.map(({ addon_id }) => addon_id).join('-')}`}
            className="border-t border-line"
          >
            <Line line={line} />
          </li>
        ))}
      </ul>
      <label className="flex min-h-13 items-center gap-2.5 border-t border-line text-ink-2">
        <Pencil aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="sr-only">{t('cartNoteLabel')}</span>
        <input
          defaultValue={comment}
          maxLength={1000}
          placeholder={t('cartSuggestionPlaceholder')}
          onChange={(event) => keepComment(event.currentTarget.value.trim())}
          onBlur={(event) => setComment(event.currentTarget.value.trim())}
          className="min-h-11 min-w-0 flex-1 bg-transparent text-input text-ink outline-none placeholder:text-ink-2"
        />
      </label>
    </section>
  )
}

function Line({ line }: { line: CartLine }) {
  const unit = lineUnitMinor(line, addonPricing(), line.currency)
  const isGone = line.is_active === 0
  const addons = line.selectedaddons.map(({ addon_name }) => addon_name).join(', ')
  return (
    <div className="flex flex-wrap items-center gap-3 py-3.5">
      {line.image ? (
        <span
          className={`grid size-13 shrink-0 place-items-center overflow-hidden rounded-[14px] ${groundFor(line.id)} ${isGone ? 'opacity-40' : ''}`}
        >
          <Picture path={line.image} alt="" width={40} height={40} sizes="40px" className="size-10 object-contain" />
        </span>
      ) : null}
      <div className="min-w-0 flex-[1_1_5em]">
        <p className="line-clamp-2 leading-tight font-semibold">{line.name}</p>
        <p className="num line-clamp-2 text-small text-ink-2">
          {addons || t('cartEach', { price: price(unit, line.currency) })}
        </p>
        {isGone ? <p className="text-small font-medium text-error">{t('cartItemNotAvailable')}</p> : null}
      </div>
      <div className="ms-auto text-end">
        <Stepper
          variant="soft"
          hasBin
          quantity={line.quantity}
          subject={t('a11yQuantity', { item: line.name })}
          removeLabel={t('a11yRemoveOne')}
          addLabel={t('a11yAddOne')}
          onRemove={() => removeLine(line)}
          onAdd={() => addToCart(line)}
          isAddDisabled={isGone}
        />
        <p className="num mt-1 font-650">{price(unit * BigInt(line.quantity), line.currency)}</p>
      </div>
    </div>
  )
}
