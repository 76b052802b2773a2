import { PeopleList } from '#features/identity/people/people-list.tsx'

export default function RidersRoute() {
  return (
    <PeopleList
      table="riders"
      title="Riders"
      text="Riders, whether they are on duty, and the cash they hold."
      makes={{ roles: ['rider'], title: 'New rider' }}
    />
  )
}
