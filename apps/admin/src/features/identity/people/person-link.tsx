import { Link } from '@tanstack/react-router'

/** Somebody's name, to his page; who was deleted has a number alone. */
export function PersonLink({ id, name }: { id: number; name: string | null }) {
  return (
    <Link to={`/people/${id}` as never} className="text-brand underline">
      {name && name !== '—' ? name : `No. ${id}`}
    </Link>
  )
}
