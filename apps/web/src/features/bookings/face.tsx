import { Picture } from '@nukkad/ui/components/picture.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import './bookings.css'

/** Shows a person's picture, or their first letter. */
export function Face({ name, image, isSmall }: { name: string; image: string | null; isSmall?: boolean }) {
  return (
    <span aria-hidden="true" className={`face ${isSmall ? 'face-small' : ''} ${groundFor(name)}`}>
      {image ? (
        <Picture path={image} alt="" width={64} height={64} sizes="64px" />
      ) : (
        <span className={isSmall ? 'text-heading' : 'title text-title'}>{[...name][0]}</span>
      )}
    </span>
  )
}
