import { classNames } from '@nukkad/ui/class-names.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'

/**
 * Shows a person's picture, or the first letter of their name. Screen readers skip the picture, because the name is
 * next to it.
 */
export function Face({ name, image, isSmall }: { name: string; image: string | null; isSmall?: boolean }) {
  const size = isSmall ? 28 : 44
  const box = isSmall ? 'size-7' : 'size-11'
  return (
    <span
      aria-hidden="true"
      className={classNames(
        box,
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-tint text-label text-on-tint',
      )}
    >
      {image ? (
        <Picture
          key={image}
          path={image}
          alt=""
          width={size}
          height={size}
          sizes={`${size}px`}
          className={classNames(box, 'object-cover')}
        />
      ) : (
        [...name][0]
      )}
    </span>
  )
}
