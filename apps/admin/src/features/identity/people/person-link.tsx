import { Link } from '@tanstack/react-router'

/** Links a name to the person's page; a deleted person has only a number. */
export function PersonLink({ id, name }: { id: number; name: string | null }) {
  return (
    <Link to={`/people/${id}` as never} className="text-brand underline">
      {name && name !== '—' ? name : `No. ${id}`}
    </Link>
  )
}
