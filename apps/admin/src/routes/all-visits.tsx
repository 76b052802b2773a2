import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { useNavigate } from '@tanstack/react-router'
import { PageHead } from '#components/page-head.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { today } from '#lib/format.ts'

type Row = RowOf<'visits'>

/** Lists the visits of salons. A row opens the diary of its day. */
export default function AllVisitsRoute() {
  const navigate = useNavigate()
  const openDay = ({ store_id, starts_at }: Row) =>
    void navigate({
      to: '/visits' as never,
      search: { store: String(store_id), date: today(Date.parse(String(starts_at))) } as never,
    })
  return (
    <>
      <PageHead title="All visits" text="A row opens the diary of its day." />
      <DataTable table="visits" onOpen={openDay} empty={<p>No visits yet. Customers book them at a salon.</p>} />
    </>
  )
}
