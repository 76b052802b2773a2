import { Button } from '@nukkad/ui/components/button.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Select } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { lengthText } from '#features/bookings/reception/visit-texts.ts'
import { useMenu } from '#features/catalogue/menu/use-menu.ts'
import { formatMoney } from '#lib/format.ts'
import { useMay } from '#lib/session.ts'
import { useOpened } from '#lib/use-opened.ts'
import { lengthsOf, optionsWithoutTime, serviceValues } from './salon-values.ts'
import { SegmentBar } from './segment-bar.tsx'
import { ServiceForm } from './service-form.tsx'
import type { Service, Setup } from './use-setup.ts'

type PartProps = { storeId: number; setup: Setup }

/** The menu items that are booked as services. Items without parts stay products. */
export function Services({ storeId, setup }: PartProps) {
  const mayEdit = useMay({ permission: 'stores_edit', owners: true, storeId })
  const { opened, open, panel } = useOpened<number | 'new'>()
  const service = setup.services.find(({ item_id }) => item_id === opened)
  return (
    <section aria-labelledby="salon-services" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="salon-services" className="text-heading">
            Services
          </h2>
          <p className="text-small text-ink-2">Services are menu items for which customers book a time.</p>
        </div>
        {mayEdit ? (
          <Button size="small" variant="outline" onClick={() => open('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            Add a service
          </Button>
        ) : null}
      </div>
      {setup.services.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">No services yet. Turn a menu item into the first service.</p>
      ) : (
        <ul className="card divide-y divide-line">
          {setup.services.map((one) => (
            <li key={one.item_id}>
              <button
                type="button"
                className="grid w-full gap-2 px-4 py-3 text-start hover:bg-tint"
                onClick={() => open(one.item_id)}
              >
                <Row service={one} currency={setup.currency} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Panel {...panel} title={service?.name ?? 'New service'}>
        {service ? (
          <ServiceForm
            key={service.item_id}
            storeId={storeId}
            setup={setup}
            itemId={service.item_id}
            service={service}
            onDone={panel.onClose}
          />
        ) : opened === 'new' ? (
          <NewService storeId={storeId} setup={setup} onDone={panel.onClose} />
        ) : null}
      </Panel>
    </section>
  )
}

/**
 * Shows a service in the list of services. Only a service of several parts has a bar, because a bar of one part shows
 * nothing.
 */
function Row({ service, currency }: { service: Service; currency: string }) {
  const { segments } = serviceValues(service)
  const isWhole = segments.length === 1 && service.buffer_minutes === 0
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-label">{service.name}</span>
          {isWhole ? <span className="num text-small text-ink-2">{lengthText(lengthsOf(segments).total)}</span> : null}
          {optionsWithoutTime(service.addons).length > 0 ? (
            <Pill variant="gold">
              <TriangleAlert aria-hidden="true" />
              Options without time
            </Pill>
          ) : null}
        </span>
        <span className="num ms-auto text-ink-2">{formatMoney(service.price, currency)}</span>
      </span>
      {isWhole ? null : <SegmentBar segments={segments} buffer={service.buffer_minutes} />}
    </>
  )
}

/** Selects a menu item first, then edits its parts as a new service. */
function NewService({ storeId, setup, onDone }: PartProps & { onDone: () => void }) {
  const { data, error } = useMenu(storeId)
  const [itemId, setItemId] = useState('')
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p role="status">One moment …</p>
  const items = data.categories
    .flatMap((category) => category.items)
    .filter(({ id }) => !setup.services.some(({ item_id }) => item_id === id))
  return (
    <div className="grid grid-cols-1 gap-5">
      <Select
        label="Menu item"
        help="Change the item’s name, price and picture in the menu."
        value={itemId}
        onChange={(event) => setItemId(event.target.value)}
        options={[
          { value: '', label: items.length === 0 ? 'All items are services' : 'Choose an item' },
          ...items.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {itemId ? (
        <ServiceForm
          key={itemId}
          storeId={storeId}
          setup={setup}
          itemId={Number(itemId)}
          service={undefined}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}
