import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHead } from '#components/page-head.tsx'
import { Account } from '#features/identity/people/account.tsx'
import { ActPart } from '#features/identity/people/act-part.tsx'
import { CustomerPart } from '#features/identity/people/customer-part.tsx'
import { DangerPart } from '#features/identity/people/danger-part.tsx'
import { listOf, type Person, roleLabels } from '#features/identity/people/person.ts'
import { RequestsPart } from '#features/identity/people/requests-part.tsx'
import { RiderPart } from '#features/identity/people/rider-part.tsx'
import { SignInsPart } from '#features/identity/people/sign-ins-part.tsx'
import { StaffPart } from '#features/identity/people/staff-part.tsx'
import { StoresPart } from '#features/identity/people/stores-part.tsx'
import { ask, withoutPrevious } from '#lib/query.ts'

/** Shows one account: identity, permissions, and the actions on it. */
export default function PersonRoute() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error } = useQuery({ ...ask('dashboard/people/show', { id }), ...withoutPrevious })
  if (error) return <PageHead title="Person not found" text={error.message} back={listOf(['customer'])} />
  if (!data) return <p role="status">One moment …</p>
  return <Shown key={data.data.id} person={data.data} />
}

function Shown({ person }: { person: Person }) {
  const { roles, name, is_active, is_deleted } = person
  const state = is_deleted ? ' · deleted' : is_active ? '' : ' · banned'
  return (
    <>
      <PageHead
        title={name}
        text={`${roles.map((role) => roleLabels[role]).join(', ')}${state}`}
        back={listOf(roles)}
      />
      <div className="grid items-start gap-4 large:grid-cols-2">
        <div className="grid gap-4">
          <Account person={person} />
          {is_deleted ? null : <DangerPart person={person} />}
          {roles.includes('customer') ? <RequestsPart person={person} /> : null}
          {is_deleted ? null : <SignInsPart personId={person.id} />}
        </div>
        <div className="grid gap-4">
          {roles.includes('customer') ? <CustomerPart person={person} /> : null}
          {roles.includes('staff') || roles.includes('admin') ? <StaffPart person={person} /> : null}
          {person.rider ? <RiderPart person={person} rider={person.rider} /> : null}
          {roles.includes('rider') ? <StoresPart person={person} kind="rider" /> : null}
          {roles.includes('store_owner') ? <StoresPart person={person} kind="owner" /> : null}
          <ActPart person={person} />
        </div>
      </div>
    </>
  )
}
