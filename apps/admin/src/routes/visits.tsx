import { PageHead } from '#components/page-head.tsx'
import { DiaryPage } from '#features/bookings/reception/diary-page.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
import { useSalon } from '#features/bookings/reception/use-salon.ts'

/** The diary of a salon: its visits by person and time. */
export default function VisitsRoute() {
  const { id, isStaff } = useSalon()
  if (id !== undefined) return <DiaryPage key={id} storeId={id} />
  return (
    <>
      <PageHead title="Visits" />
      <SalonField />
      <p className="text-ink-2">
        {isStaff ? 'Choose a salon to see its visits.' : 'None of your stores is a salon that takes visits.'}
      </p>
    </>
  )
}
