import { Link } from '@tanstack/react-router'

/** Links to a person's page by the name of the person, or by the account's id after a deletion removed the name. */
export function PersonLink({ id, name }: { id: number; name: string | null }) {
  return (
    <Link to={`/people/${id}` as never} className="text-brand underline">
      {name && name !== '—' ? name : `Deleted account ${id}`}
    </Link>
  )
}
