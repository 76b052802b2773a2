import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

export default function TripsRoute() {
  return (
    <>
      <PageHead title="Trips" back={{ to: '/reports', title: 'Reports' }} />
      <DataTable table="trips" />
    </>
  )
}
