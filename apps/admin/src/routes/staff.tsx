import { PeopleList } from '#features/identity/people/people-list.tsx'

export default function StaffRoute() {
  return (
    <PeopleList
      table="staff"
      title="Staff"
      text="Who works at this dashboard, and what each may do."
      makes={{ roles: ['staff', 'admin'], title: 'New member of staff' }}
    />
  )
}
