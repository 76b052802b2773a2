import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

export default function TripsRoute() {
  return (
    <>
      <PageHead title="Trips" back={{ to: '/reports', title: 'Reports' }} />
      <DataTable table="trips" />
    </>
  )
}
