import { lineUnitMinor } from '@nukkad/rules/cart.ts'
import { ChoiceRow } from '@nukkad/ui/components/choice.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { lazy, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { price } from '#lib/prices.ts'
import type { Visit } from '#lib/visits.ts'
import { addonPricing, addToCart, type CartLine, removeLine } from '#stores/cart.ts'

const GoodsSheet = lazy(() => import('./goods-sheet.tsx'))

type GoodsProps = {
  lines: readonly CartLine[]
  salon: Visit['store']
  /** The address to which the salon can deliver the products; undefined if it cannot deliver them. */
  address: string | undefined
  isDelivered: boolean
  onDeliver: (isDelivered: boolean) => void
}

/**
 * Shows the products of the visit's salon that are in the cart. The salon hands the products over at the visit or
 * delivers them.
 */
export function Goods({ lines, salon, address, isDelivered, onDeliver }: GoodsProps) {
  const [isChoosing, setChoosing] = useState<boolean>()
  return (
    <section className="rounded-card bg-surface px-4 py-3.5 hairline">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="min-w-0 flex-1 text-heading">{t('bookGoods')}</h2>
        <button type="button" onClick={() => setChoosing(true)} className="reach text-label text-brand">
          {t('bookAddGoods')}
        </button>
      </div>
      {address ? null : <p className="text-small text-ink-2">{t('bookGoodsText')}</p>}
      {lines.length > 0 ? (
        <ul className="mt-1 divide-y divide-line">
          {lines.map((line) => (
            <li
              key={`${line.id}-${line.selectedaddons.map(({ addon_id }) => addon_id).join('-')}`}
              className="flex flex-wrap items-center gap-3 py-3"
            >
              <span className="min-w-0 flex-[1_1_5em] font-medium">{line.name}</span>
              <Stepper
                variant="soft"
                hasBin
                quantity={line.quantity}
                subject={t('a11yQuantity', { item: line.name })}
                removeLabel={t('a11yRemoveOne')}
                addLabel={t('a11yAddOne')}
                onRemove={() => removeLine(line)}
                onAdd={() => addToCart(line)}
              />
              <span className="num font-650">
                {price(lineUnitMinor(line, addonPricing(), line.currency) * BigInt(line.quantity), line.currency)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {address
        ? [false, true].map((delivers) => (
            <ChoiceRow
              key={String(delivers)}
              type="radio"
              name="goods"
              label={delivers ? t('bookDeliver', { address }) : t('bookCollect')}
              isChecked={isDelivered === delivers}
              onChange={() => onDeliver(delivers)}
            />
          ))
        : null}
      <Suspense>
        {isChoosing === undefined ? null : (
          <GoodsSheet salon={salon} isOpen={isChoosing} onClose={() => setChoosing(false)} />
        )}
      </Suspense>
    </section>
  )
}
