import { CustomersPage } from '#features/bookings/customers/customers-page.tsx'
import { WithSalon } from '#features/bookings/reception/with-salon.tsx'

/** The customers of a salon. */
export default function SalonCustomersRoute() {
  return <WithSalon title="Salon customers">{(id) => <CustomersPage key={id} storeId={id} />}</WithSalon>
}
