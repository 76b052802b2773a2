import { classNames } from '@nukkad/ui/class-names.ts'
import { Star } from 'lucide-react'

const places = [1, 2, 3, 4, 5]

/** Shows a rating as filled and empty stars. Screen readers read the number. */
export function Stars({ count }: { count: number }) {
  return (
    <span role="img" aria-label={`${count} of 5 stars`} className="inline-flex gap-0.5 align-middle">
      {places.map((place) => (
        <Star
          key={place}
          aria-hidden="true"
          className={classNames('size-4', place <= count ? 'fill-gold stroke-gold' : 'stroke-control')}
        />
      ))}
    </span>
  )
}
