import { useState } from 'react'
import { pictureSources } from '../picture-sources.ts'

type PictureProps = {
  path: string
  /** Empty for decoration. */
  alt: string
  width: number
  height: number
  /** How wide it is drawn, for the browser's choice of source. */
  sizes: string
  /** Loaded at once and before others: the first picture a person sees. */
  isFirst?: boolean
  isEager?: boolean
  className?: string
}

export function Picture({ path, alt, width, height, sizes, isFirst, isEager, className }: PictureProps) {
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
