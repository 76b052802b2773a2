import { PeopleList } from '#features/identity/people/people-list.tsx'

export default function StaffRoute() {
  return (
    <PeopleList
      table="staff"
      title="Staff"
      text="People who work at this dashboard, and their permissions."
      makes={{ roles: ['staff', 'admin'], title: 'New member of staff' }}
    />
  )
}
