import type { Output } from '@nukkad/contract/contract.ts'
import { DoorOpen } from 'lucide-react'
import { t } from '#lib/catalogue.ts'

export type WishesOf = Pick<Output<'get-orders'>['data'][number], 'delivery_instructions' | 'delivery_note'>

/** Returns the delivery instructions in one line, such as "Don't ring · Call on arrival"; empty for none. */
export function wishesText({ delivery_instructions }: WishesOf): string {
  return delivery_instructions.map((wish) => t(`wish_${wish}`)).join(' · ')
}

/** Shows the delivery instructions and the note of an order, if there are any. */
export function Wishes({ order, className = '' }: { order: WishesOf; className?: string }) {
  const wishes = wishesText(order)
  if (!wishes && !order.delivery_note) return null
  return (
    <section aria-label={t('doorTitle')} className={`flex gap-3 rounded-card bg-info-tint p-4 text-info ${className}`}>
      <DoorOpen aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <h2 className="font-650">{wishes || t('doorNoteLabel')}</h2>
        {order.delivery_note ? (
          <p dir="auto" className="wrap-anywhere">
            {order.delivery_note}
          </p>
        ) : null}
      </div>
    </section>
  )
}
