import { Picture } from '@nukkad/ui/components/picture.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useEffect, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { forgetPlaced } from '#lib/just-placed.ts'
import type { Order } from './use-tracking.ts'
import './placed-moment.css'

const SHOWN_MS = 1100

/**
 * Shows, for about a second after a new order has loaded, a tick that is drawn over the store's picture. The tick
 * delays nothing and takes no touches, and screen readers get an announcement in its place.
 */
export default function PlacedMoment({ order }: { order: Order | undefined }) {
  const [isShown, setShown] = useState(true)
  const isKnown = order !== undefined
  useEffect(() => {
    if (!isKnown) return
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isKnown])
  useEffect(() => forgetPlaced, [])
  if (!isShown || !order) return null
  const { restaurant } = order
  return (
    <div aria-hidden="true" className="moment pointer-events-none fixed inset-0 z-50 grid bg-bg text-center">
      <span className={`moment-picture relative block overflow-hidden rounded-full ${groundFor(restaurant.id)}`}>
        {restaurant.image ? (
          <Picture
            path={restaurant.image}
            alt=""
            width={128}
            height={128}
            sizes="128px"
            isEager
            className="absolute inset-0 size-full object-cover"
          />
        ) : null}
      </span>
      <svg
        aria-hidden="true"
        viewBox="0 0 48 48"
        className="moment-tick size-16 rounded-full bg-ok-tint text-ok shadow-2"
      >
        <path
          d="M14 25l7 7 13-15"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          pathLength="1"
          className="moment-line"
        />
      </svg>
      <p className="title text-title">{t('checkoutPlaced')}</p>
      <p dir="auto" className="text-ink-2">
        {restaurant.name}
      </p>
    </div>
  )
}
