import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { useMay, useMember } from '#lib/session.ts'
import { NewPersonForm, type WorkRole } from './new-person-form.tsx'

type PeopleTable = 'customers' | 'riders' | 'owners' | 'staff'

/**
 * Returns the name to show for a new customer; undefined for other names. Until a customer gives a name, the account's
 * name is dots and the last digits of its phone number.
 */
function shownName(name: string | null): string | undefined {
  return name?.startsWith('•••• ') ? `New customer ${name.slice(5)}` : undefined
}

const cells = {
  name: ({ name }: { name: string | null }) => shownName(name),
  // Administrators have every permission, so the list shows no single permissions for them.
  permissions: (row: object) => ('role' in row && row.role === 'admin' ? 'All' : undefined),
}

/** Lists the people of one role; each row opens the person's page. */
export function PeopleList({
  table,
  title,
  text,
  makes,
}: {
  table: PeopleTable
  title: string
  text: string
  /** Roles whose accounts staff can create; customers create their own. */
  makes?: { roles: readonly WorkRole[]; title: string }
}) {
  const [isMaking, setMaking] = useState(false)
  const go = useGo()
  const { role } = useMember()
  const mayEdit = useMay({ permission: 'all_users_edit' })
  const mayOpen = useMay({ permission: 'all_users_view' })
  const mayMake = makes !== undefined && mayEdit && (table !== 'staff' || role === 'admin')
  return (
    <>
      <PageHead title={title} text={text}>
        {mayMake ? (
          <Button size="small" onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" className="size-4.5" />
            {makes.title}
          </Button>
        ) : null}
      </PageHead>
      <DataTable
        table={table}
        onOpen={mayOpen ? (row: RowOf<PeopleTable>) => go(`/people/${row.id}`) : undefined}
        cells={cells}
        empty={<p>No accounts yet.</p>}
      />
      {makes ? (
        <Panel isOpen={isMaking} onClose={() => setMaking(false)} title={makes.title}>
          <NewPersonForm roles={makes.roles} onDone={(id) => go(`/people/${id}`)} />
        </Panel>
      ) : null}
    </>
  )
}
