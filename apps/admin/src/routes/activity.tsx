import { DataTable } from '#features/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** What everybody at the dashboard has done, with what stood there before and after. */
export default function ActivityRoute() {
  return (
    <>
      <PageHead
        title="Activity"
        text="Every change by staff and store owners. Nothing here can be edited or deleted."
      />
      <DataTable table="audit" />
    </>
  )
}
