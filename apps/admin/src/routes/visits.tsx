import { DiaryPage } from '#features/bookings/reception/diary-page.tsx'
import { WithSalon } from '#features/bookings/reception/with-salon.tsx'

/** The diary of a salon: its visits by person and time. */
export default function VisitsRoute() {
  return <WithSalon title="Visits">{(id) => <DiaryPage key={id} storeId={id} />}</WithSalon>
}
