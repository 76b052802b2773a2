import { Link } from '@tanstack/react-router'

/** Links a name to the person's page. A deleted person has no name. */
export function PersonLink({ id, name }: { id: number; name: string | null }) {
  return (
    <Link to={`/people/${id}` as never} className="text-brand underline">
      {name && name !== '—' ? name : `Deleted account ${id}`}
    </Link>
  )
}
