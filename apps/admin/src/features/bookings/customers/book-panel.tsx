import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { Loading } from '#components/loading.tsx'
import { Panel } from '#components/panel.tsx'
import { useDiary } from '#features/bookings/reception/use-diary.ts'
import { WalkInForm } from '#features/bookings/reception/walk-in.tsx'

type BookProps = {
  storeId: number
  customer: { id: number; name: string }
  timeZone: string
  isOpen: boolean
  onClose: () => void
}

/** Enters a visit for a customer of the salon. */
export function BookPanel({ isOpen, onClose, customer, ...form }: BookProps) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title={`Visit of ${customer.name}`}>
      <Form {...form} customer={customer} onClose={onClose} />
    </Panel>
  )
}

/** Reads today's diary for the form, because a diary lists the people and services of its salon. */
function Form({ storeId, customer, timeZone, onClose }: Omit<BookProps, 'isOpen'>) {
  const { date } = wallClock(new Date(), timeZone)
  const { data, error, refetch } = useDiary({ store_id: storeId, date, days: 1 })
  if (data) return <WalkInForm storeId={storeId} diary={data} date={date} customer={customer} onClose={onClose} />
  return <Loading error={error} refetch={refetch} className="h-60" />
}
