import { PeopleList } from '#features/identity/people/people-list.tsx'

export default function CustomersRoute() {
  return (
    <PeopleList table="customers" title="Customers" text="Customers with their orders, spending and wallet balance." />
  )
}
