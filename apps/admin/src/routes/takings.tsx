import { TakingsPage } from '#features/bookings/reception/takings-page.tsx'
import { WithSalon } from '#features/bookings/reception/with-salon.tsx'

/** The money that a salon took on one day. */
export default function TakingsRoute() {
  return <WithSalon title="Takings">{(id) => <TakingsPage key={id} storeId={id} />}</WithSalon>
}
