import { Button } from '@nukkad/ui/components/button.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { Plus, X } from 'lucide-react'
import { isolated, t } from '#lib/catalogue.ts'
import { hasAddons } from '#lib/menu-item.ts'
import { price } from '#lib/prices.ts'
import { addonPricing } from '#stores/cart.ts'
import { type ChosenService, MAX_SERVICES, minutesOf, priceOf } from './chosen-services.ts'

type ChosenCardsProps = {
  chosen: readonly ChosenService[]
  onRemove: (index: number) => void
  onOptions: (index: number) => void
  onBeside: (index: number, isBeside: boolean) => void
  onAdd: () => void
}

/** Shows the services of the visit, each with its duration, price, options and position. */
export function ChosenCards({ chosen, onRemove, onOptions, onBeside, onAdd }: ChosenCardsProps) {
  return (
    <section aria-label={t('visitServices')} className="grid grid-cols-1 gap-2.5 px-4">
      {chosen.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a visit may have one service twice
        <div key={`${one.itemId}-${index}`} className="rounded-card bg-surface p-3.5 hairline">
          <div className="flex flex-wrap items-center gap-3">
            {one.service.image ? (
              <span
                className={`grid size-13 shrink-0 place-items-center overflow-hidden rounded-[14px] ${groundFor(one.itemId)}`}
              >
                <Picture
                  path={one.service.image}
                  alt=""
                  width={40}
                  height={40}
                  sizes="40px"
                  className="size-10 object-contain"
                />
              </span>
            ) : null}
            <div className="min-w-0 flex-[1_1_5em]">
              <h2 className="text-heading">{one.service.name}</h2>
              <p className="num text-small text-ink-2">{factsOf(one)}</p>
              {hasAddons(one.item) ? (
                <p className="text-small text-ink-2">
                  {optionNames(one)}{' '}
                  <button
                    type="button"
                    onClick={() => onOptions(index)}
                    aria-label={t('bookOptionsOf', { service: one.service.name })}
                    className="reach text-label text-brand"
                  >
                    {t('bookOptions')}
                  </button>
                </p>
              ) : null}
            </div>
            <IconButton label={t('bookRemove', { service: one.service.name })} onClick={() => onRemove(index)}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          {index > 0 ? (
            <div className="mt-2.5">
              <Segmented<'after' | 'beside'>
                label={t('bookOrder')}
                value={one.isBeside ? 'beside' : 'after'}
                onChange={(value) => onBeside(index, value === 'beside')}
                segments={[
                  { value: 'after', label: t('bookAfter') },
                  { value: 'beside', label: t('bookBeside') },
                ]}
              />
            </div>
          ) : null}
        </div>
      ))}
      {chosen.length < MAX_SERVICES ? (
        <div>
          <Button variant="plain" size="small" className="!px-1" onClick={onAdd}>
            <Plus aria-hidden="true" className="size-4.5" />
            {t('bookAddService')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function factsOf(one: ChosenService): string {
  const { minor, isFrom } = priceOf(one, one.stylistId, addonPricing())
  const amount = price(minor, one.item.currency)
  return `${t('commonMinutes', { count: minutesOf(one) })} · ${isFrom ? t('bookFrom', { price: amount }) : isolated(amount)}`
}

function optionNames({ item, addons }: ChosenService): string {
  return item.addon_categories
    .flatMap((category) => category.addons)
    .filter(({ id }) => addons.includes(id))
    .map(({ name }) => name)
    .join(', ')
}
