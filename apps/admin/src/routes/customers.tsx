import { PeopleList } from '#features/identity/people/people-list.tsx'

export default function CustomersRoute() {
  return (
    <PeopleList table="customers" title="Customers" text="Who orders, what they spent, and what their wallets hold." />
  )
}
