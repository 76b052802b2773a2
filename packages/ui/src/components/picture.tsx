import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { isPhotograph, pictureSources } from '../picture-sources.ts'
import { useNear } from '../use-near.ts'

type PictureProps = {
  path: string
  /** The alternative text of the picture; empty for a decorative picture. */
  alt: string
  width: number
  height: number
  /** The width at which the picture shows, so that the browser can choose a source. */
  sizes: string
  /** Whether this is the first picture that a person sees, so that it loads immediately and before others. */
  isFirst?: boolean
  isEager?: boolean
  /**
   * Whether the picture loads only when it is at most one screen away from the visible part of the page;
   * `loading="lazy"` would load it three screens ahead.
   */
  isWhenNear?: boolean
  className?: string
}

export function Picture({ path, alt, width, height, sizes, isFirst, isEager, isWhenNear, className }: PictureProps) {
  const [place, isNear] = useNear<HTMLSpanElement>(!isWhenNear || isFirst)
  const [isMissing, setMissing] = useState(false)
  // An empty element of the same size takes the place of the picture, so that the layout does not move.
  if (isMissing || !isNear)
    return <span ref={place} {...(alt && { role: 'img', 'aria-label': alt })} className={className} />
  const sources = pictureSources(path)
  return (
    <picture className="contents">
      {sources.avif ? <source type="image/avif" srcSet={sources.avif} sizes={sizes} /> : null}
      {sources.webp ? <source type="image/webp" srcSet={sources.webp} sizes={sizes} /> : null}
      <img
        src={sources.fallback}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst || isEager || isWhenNear ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
        className={classNames(className, isPhotograph(path) && 'photograph')}
        onError={() => setMissing(true)}
      />
    </picture>
  )
}
