import { Button } from '@nukkad/ui/components/button.tsx'
import { ChoiceRow } from '@nukkad/ui/components/choice.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useState } from 'react'
import { isolated, t } from '#lib/catalogue.ts'
import { type AddonCategory, type Item, isAddedTo } from '#lib/menu-item.ts'
import { minorOf, wirePrice } from '#lib/prices.ts'
import type { Salon, SalonService } from '#lib/visits.ts'
import type { ChosenService } from './chosen-services.ts'
import { ServiceList } from './service-list.tsx'

type AddSheetProps = {
  salon: Salon
  items: readonly Item[]
  isOpen: boolean
  onClose: () => void
  onAdd: (service: SalonService) => void
}

/** Adds a service to the visit. */
export function AddSheet({ salon, items, isOpen, onClose, onAdd }: AddSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('bookAddService')} closeLabel={t('a11yClose')} size="full">
      <ServiceList salon={salon} items={items} stylistId={null} onAdd={onAdd} />
    </Sheet>
  )
}

type OptionsSheetProps = { chosen: ChosenService; onClose: () => void; onChange: (addons: number[]) => void }

/** Changes the add-ons of a chosen service. */
export function OptionsSheet({ chosen, onClose, onChange }: OptionsSheetProps) {
  const { item, service } = chosen
  const [addons, setAddons] = useState<readonly number[]>(chosen.addons)
  const choose = (category: AddonCategory, id: number, isOn: boolean) => {
    const others = category.type === 'SINGLE' ? category.addons.map((addon) => addon.id) : [id]
    const rest = addons.filter((one) => !others.includes(one))
    setAddons(isOn ? [...rest, id] : rest)
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('bookOptionsOf', { service: service.name })}
      closeLabel={t('a11yClose')}
      foot={
        <Button isBlock onClick={() => onChange([...addons])}>
          {t('modOSDoneBtnText')}
        </Button>
      }
    >
      {item.addon_categories.map((category) => {
        const isSingle = category.type === 'SINGLE'
        const isFull =
          category.addon_limit > 0 &&
          category.addons.filter(({ id }) => addons.includes(id)).length >= category.addon_limit
        return (
          <fieldset
            key={category.id}
            role={isSingle ? 'radiogroup' : 'group'}
            aria-label={category.name}
            className="mt-4 first:mt-1"
          >
            <legend className="text-heading">{category.name}</legend>
            <div className="mt-1 divide-y divide-line">
              {category.addons.map(({ id, name, price }) => (
                <ChoiceRow
                  key={id}
                  type={isSingle ? 'radio' : 'checkbox'}
                  name={`addons-${category.id}`}
                  label={name}
                  sub={moreMinutes(service, id)}
                  end={
                    minorOf(price, item.currency) > 0n
                      ? isolated(`${isAddedTo(item) ? '+' : ''}${wirePrice(price, item.currency)}`)
                      : undefined
                  }
                  isChecked={addons.includes(id)}
                  isDisabled={!isSingle && isFull && !addons.includes(id)}
                  onChange={(isOn) => choose(category, id, isOn)}
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </Sheet>
  )
}

/** Returns by how many minutes an add-on lengthens a service, such as "+15 min". */
function moreMinutes({ addons }: SalonService, id: number): string | undefined {
  const minutes = addons.find((addon) => addon.id === id)?.minutes ?? 0
  return minutes > 0 ? isolated(`+${t('commonMinutes', { count: minutes })}`) : undefined
}
