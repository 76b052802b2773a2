import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { PageHead } from '#components/page-head.tsx'
import { PersonLink } from '#features/identity/people/person-link.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'

/** Lists all successful and refused sign-ins of the last year. */
export default function SignInsRoute() {
  return (
    <>
      <PageHead
        title="Sign-ins"
        text="Successful and refused sign-ins of the last year. The log contains only a part of each IP address."
      />
      <DataTable
        table="sign_ins"
        cells={{
          person: (row: RowOf<'sign_ins'>) =>
            row.person_id === null ? 'No such account' : <PersonLink id={row.person_id} name={row.person} />,
        }}
        empty={<p>No sign-ins yet.</p>}
      />
    </>
  )
}
