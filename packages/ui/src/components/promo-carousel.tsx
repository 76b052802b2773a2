import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'

type PromoCarouselProps = {
  /** The accessible name of the carousel as a region. */
  label: string
  /** The accessible name of a dot, such as "Slide 2". */
  dotLabel: (position: number) => string
  slides: { id: string; content: ReactNode }[]
  slidesPerView: number
  spacingPx: number
  /**
   * Whether more slides are loading. The carousel reserves space for the edge of the next slide and for the row of
   * dots, so that the layout does not move.
   */
  isLoading?: boolean
}

/**
 * Renders a carousel of slides that shows the edge of the next slide (C-49, R-22). A single slide has the full width
 * and no dots.
 */
export function PromoCarousel({ label, dotLabel, slides, slidesPerView, spacingPx, isLoading }: PromoCarouselProps) {
  const track = useRef<HTMLDivElement>(null)
  const current = useCurrentSlide(track, slides.length, spacingPx)
  if (slides.length === 0) return null
  const isSingle = slides.length === 1 && !isLoading
  const width = `calc((100% - ${spacingPx * (slidesPerView - 1)}px) / ${slidesPerView})`

  const show = (index: number) => {
    const slide = track.current?.children[index]
    slide?.scrollIntoView({ behavior: 'smooth', inline: 'start', block: 'nearest' })
  }

  return (
    <section aria-label={label}>
      <div ref={track} className="rail" style={{ gap: spacingPx }}>
        {slides.map(({ id, content }) => (
          <div
            key={id}
            className={classNames('grid min-h-(--promo) [content-visibility:auto]', isSingle ? 'w-full' : 'max-w-104')}
            style={isSingle ? undefined : { width }}
          >
            {content}
          </div>
        ))}
      </div>
      {isSingle ? null : (
        <div className="flex h-(--dots) justify-center overflow-hidden short:invisible">
          {(isLoading ? [] : slides).map(({ id }, index) => (
            <button
              key={id}
              type="button"
              aria-label={dotLabel(index + 1)}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => show(index)}
              className="grid size-6 place-items-center"
            >
              <span
                className={classNames(
                  'h-1.5 rounded-full transition-[width]',
                  index === current ? 'w-4.5 bg-fill' : 'w-1.5 bg-control',
                )}
              />
            </button>
          ))}
        </div>
      )}
    </section>
  )
}

function useCurrentSlide(track: { current: HTMLDivElement | null }, count: number, spacingPx: number): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const element = track.current
    if (!element || count < 2) return
    const handleScroll = () => {
      const first = element.firstElementChild
      if (!first) return
      const step = first.clientWidth + spacingPx
      setCurrent(Math.min(count - 1, Math.round(Math.abs(element.scrollLeft) / step)))
    }
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => element.removeEventListener('scroll', handleScroll)
  }, [track, count, spacingPx])
  return current
}
