import { useState } from 'react'
import { pictureSources } from '../picture-sources.ts'
import { useNear } from '../use-near.ts'

type PictureProps = {
  path: string
  /** Alternative text, empty for decorative pictures. */
  alt: string
  width: number
  height: number
  /** The width at which the picture shows, so that the browser can choose a source. */
  sizes: string
  /** Loads the picture immediately and before others, for the first picture that a person sees. */
  isFirst?: boolean
  isEager?: boolean
  /** Loads the picture within a screen of the viewport, where `loading="lazy"` reaches three screens ahead. */
  isWhenNear?: boolean
  className?: string
}

export function Picture({ isWhenNear, ...picture }: PictureProps) {
  return isWhenNear && !picture.isFirst ? <PictureWhenNear {...picture} /> : <PictureNow {...picture} />
}

/** Keeps the picture's place until it is near. */
function PictureWhenNear(picture: PictureProps) {
  const [place, isNear] = useNear<HTMLSpanElement>()
  if (isNear) return <PictureNow {...picture} isEager />
  const label = picture.alt ? { role: 'img', 'aria-label': picture.alt } : undefined
  return <span ref={place} {...label} className={picture.className} />
}

function PictureNow({ path, alt, width, height, sizes, isFirst, isEager, className }: PictureProps) {
  const [isMissing, setMissing] = useState(false)
  const sources = pictureSources(path)
  if (isMissing) return alt ? <span role="img" aria-label={alt} /> : null
  return (
    <picture className="contents">
      {sources.avif ? <source type="image/avif" srcSet={sources.avif} sizes={sizes} /> : null}
      {sources.webp ? <source type="image/webp" srcSet={sources.webp} sizes={sizes} /> : null}
      <img
        src={sources.fallback}
        alt={alt}
        width={width}
        height={height}
        loading={isFirst || isEager ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
        className={className}
        onError={() => setMissing(true)}
      />
    </picture>
  )
}
