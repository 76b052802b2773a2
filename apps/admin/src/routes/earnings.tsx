import { PageHead } from '#components/page-head.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
import { useSalon } from '#features/bookings/reception/use-salon.ts'
import { NoSalon } from '#features/bookings/reception/with-salon.tsx'
import { Earnings } from '#features/bookings/salon/earnings.tsx'

/** The commissions and tips of a salon's people. */
export default function EarningsRoute() {
  const { id } = useSalon()
  return (
    <>
      <PageHead title="Earnings" text="Commissions and tips that the salon owes its people for finished visits." />
      {id === undefined ? (
        <>
          <SalonField />
          <NoSalon />
        </>
      ) : (
        <Earnings key={id} storeId={id} />
      )}
    </>
  )
}
