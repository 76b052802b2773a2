import { useParams } from '@tanstack/react-router'
import { CustomerCard } from '#features/bookings/customers/customer-card.tsx'
import { WithSalon } from '#features/bookings/reception/with-salon.tsx'

/** The card of one customer of a salon. */
export default function SalonCustomerRoute() {
  const { id: customerId } = useParams({ strict: false }) as { id: string }
  return (
    <WithSalon title="Customer">
      {(id) => <CustomerCard key={`${id} ${customerId}`} storeId={id} customerId={Number(customerId)} />}
    </WithSalon>
  )
}
