import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { ask } from '#lib/query.ts'

/** Shows the rider's picture of the customer's order at the door. */
export default function DoorPhoto({ orderId }: { orderId: number }) {
  const { data, isError } = useQuery(ask('delivery-photo', { order_id: orderId }))
  if (isError) return null
  return (
    <figure className="mb-3 overflow-hidden rounded-card bg-surface hairline">
      {data ? (
        <img src={data.photo} alt={t('doorPhotoAlt')} className="max-h-96 w-full object-cover" />
      ) : (
        <Skeleton className="h-56" />
      )}
      <figcaption className="flex justify-between gap-3 px-4 py-3 font-650">
        {t('doorPhotoTitle')}
        {data ? <span className="num font-normal text-ink-2">{timeOf(new Date(data.taken_at))}</span> : null}
      </figcaption>
    </figure>
  )
}
