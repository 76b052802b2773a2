import { PeopleList } from '#features/identity/people/people-list.tsx'

export default function OwnersRoute() {
  return (
    <PeopleList
      table="owners"
      title="Store owners"
      text="Store owners and their stores."
      makes={{ roles: ['store_owner'], title: 'New store owner' }}
    />
  )
}
