import { classNames } from '@nukkad/ui/class-names.ts'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import type { ShownOrder } from './orders.ts'

/** Shows the items as a checklist for the pickup, and as a plain list afterwards. */
export function TripItems({ order, isChecklist }: { order: ShownOrder; isChecklist: boolean }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const tick = (id: number, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(id)
    else next.delete(id)
    setTicked(next)
  }
  return (
    <section
      aria-label={t(isChecklist ? 'riderItemsChecklist' : 'deliveryOrderItems')}
      className="rounded-card bg-surface px-4 pt-4 pb-2 hairline"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="title text-section">{t(isChecklist ? 'riderItemsChecklist' : 'deliveryOrderItems')}</h2>
        {isChecklist ? (
          <span className="num text-body text-ink-2">
            {ticked.size}/{order.orderitems.length}
          </span>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {order.orderitems.map((item) => (
          <li key={item.id}>
            {isChecklist ? (
              <label className="relative flex min-h-14 cursor-pointer items-center gap-3 py-1.5 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring">
                <input
                  type="checkbox"
                  checked={ticked.has(item.id)}
                  onChange={(event) => tick(item.id, event.currentTarget.checked)}
                  className="absolute inset-0 size-full cursor-pointer opacity-0"
                />
                <ItemText item={item} isDone={ticked.has(item.id)} />
                <TickBox isOn={ticked.has(item.id)} />
              </label>
            ) : (
              <div className="flex min-h-14 items-center gap-3 py-1.5">
                <ItemText item={item} isDone={false} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ItemText({ item, isDone }: { item: ShownOrder['orderitems'][number]; isDone: boolean }) {
  const addons = isSettingOn('showOrderAddonsDelivery') ? item.order_item_addons : []
  return (
    <>
      <span className="num min-w-10 shrink-0 font-bold">{item.quantity} ×</span>
      <span className={classNames('min-w-0 flex-1', isDone && 'text-ink-2 line-through')}>
        <span className="block">{item.name}</span>
        {addons.length > 0 ? (
          <span className="block text-body text-ink-2">{addons.map(({ addon_name }) => addon_name).join(', ')}</span>
        ) : null}
      </span>
    </>
  )
}

export function TickBox({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-8 shrink-0 place-items-center rounded-badge',
        isOn ? 'bg-rating text-white' : 'bg-surface outlined',
      )}
    >
      {isOn ? <Check className="size-5" strokeWidth={3} /> : null}
    </span>
  )
}
