import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { PersonLink } from '#features/identity/people/person-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** Everybody who came in anywhere in the last year, and who was refused. */
export default function SignInsRoute() {
  return (
    <>
      <PageHead
        title="Sign-ins"
        text="Who came in, and who was refused, for a year. Of an address its neighbourhood alone is kept."
      />
      <DataTable
        table="sign_ins"
        cells={{
          person: (row: RowOf<'sign_ins'>) =>
            row.person_id === null ? 'No such account' : <PersonLink id={row.person_id} name={row.person} />,
        }}
        empty={<p>Nobody has come in yet.</p>}
      />
    </>
  )
}
