import { PageHead } from '#components/page-head.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
import { useSalon } from '#features/bookings/reception/use-salon.ts'
import { Earnings } from '#features/bookings/salon/earnings.tsx'

/** The commissions and tips of a salon's people. */
export default function EarningsRoute() {
  const { id, isStaff } = useSalon()
  return (
    <>
      <PageHead title="Earnings" text="Commissions and tips that the salon owes its people for finished visits." />
      <div className="mb-4">
        <SalonField />
      </div>
      {id === undefined ? (
        <p className="text-ink-2">
          {isStaff ? 'Choose a salon to see its earnings.' : 'None of your stores is a salon that takes visits.'}
        </p>
      ) : (
        <Earnings key={id} storeId={id} />
      )}
    </>
  )
}
