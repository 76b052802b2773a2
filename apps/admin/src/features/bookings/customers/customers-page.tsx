import { PageHead } from '#components/page-head.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'

/** Lists the customers of a salon; a row opens the card of the customer. */
export function CustomersPage({ storeId }: { storeId: number }) {
  const go = useGo()
  const store = String(storeId)
  return (
    <>
      <PageHead title="Salon customers" text="People with an account and a visit or an order at this salon." />
      <div className="mb-3">
        <SalonField />
      </div>
      <DataTable
        table="salon_customers"
        fixed={{ store }}
        onOpen={({ id }) => go(`/salon-customers/${id}`, { store })}
        empty={<p>No customers yet. A customer appears here with their first visit or order.</p>}
      />
    </>
  )
}
