import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { addDays } from '@nukkad/rules/wall-clock.ts'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { PageHead } from '#components/page-head.tsx'
import { Views } from '#components/views.tsx'
import type { Visit } from '#features/bookings/reception/diary.ts'
import { statusTexts, statusTones } from '#features/bookings/reception/visit-texts.ts'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { today } from '#lib/format.ts'

type Row = RowOf<'visits'>

/** Lists the visits of salons, and begins with those from today on. */
export default function AllVisitsRoute() {
  const views = {
    coming: { title: 'From today', search: { starts_at: `${today()}..`, sort: 'starts_at' } },
    past: { title: 'Past', search: { starts_at: `..${addDays(today(), -1)}`, sort: '-starts_at' } },
    all: { title: 'All', search: { sort: '-starts_at' } },
  }
  const isFresh = Object.keys(useSearch({ strict: false })).length === 0
  if (isFresh) return <Navigate to="." search={views.coming.search as never} replace />
  return (
    <>
      <PageHead title="All visits" text="Press a row to open the visit in the diary of its day." />
      <Views label="Views of visits" param="starts_at" views={views} />
      <List />
    </>
  )
}

function List() {
  const navigate = useNavigate()
  const openVisit = ({ store_id, starts_at, unique_visit_id }: Row) => {
    const date = today(Date.parse(String(starts_at)))
    const search = { store: String(store_id), date, ...(unique_visit_id && { visit: unique_visit_id }) }
    void navigate({ to: '/visits' as never, search: search as never })
  }
  return (
    <DataTable
      table="visits"
      onOpen={openVisit}
      // The states of visits have the same colours as in the diary.
      cells={{ status: ({ status }) => <State status={status as Visit['status']} /> }}
      empty={<p>No visits yet. Visits appear here when customers book at a salon.</p>}
    />
  )
}

function State({ status }: { status: Visit['status'] }) {
  return <Pill variant={statusTones[status]}>{statusTexts[status]}</Pill>
}
