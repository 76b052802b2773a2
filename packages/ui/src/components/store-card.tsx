import { BadgePercent, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { groundFor } from '../picture-sources.ts'
import { IconButton } from './icon-button.tsx'
import { Picture } from './picture.tsx'
import { Pill } from './pill.tsx'
import { Rating } from './rating.tsx'

export type StoreSummary = {
  id: number
  href: string
  name: string
  image: string | null
  /** The store's tags, such as "Salon, Skincare". */
  tags: string
  /** The distance to the store, such as "1.2 km". */
  distance: string
  /** The store's delivery time, such as "42 min"; null where nothing is delivered. */
  minutes: string | null
  /** The other terms of an order, such as "₹300 for two" and "Free delivery". */
  terms: string[]
  rating: { score: string; name: string } | null
  offer: string | null
  /** Whether the badge promises a lower price. A badge such as "Open 24 hours" does not promise a lower price. */
  isDiscount: boolean
  /** The text that says when a closed store opens, such as "Opens 9:00 am"; null when the store is open. */
  closedText: string | null
  /** The text that says when an open store closes soon, such as "Closes 10:30 pm". */
  closingText: string | null
  favourite?: { isOn: boolean; label: string; onToggle: () => void }
}

type StoreCardProps = { store: StoreSummary; isFirst?: boolean; headingLevel?: 2 | 3 }
type StoreRowProps = { store: StoreSummary; headingLevel?: 2 | 3; shownName?: ReactNode }

/**
 * Renders the large card of a store with a cover picture on top. The whole card is one link; only the heart is a
 * separate button.
 */
export function StoreCard({ store, isFirst, headingLevel = 3 }: StoreCardProps) {
  return (
    <article className="relative">
      <StoreLink store={store} className="block rounded-cover">
        <span
          data-morph="[data-cover]"
          className={classNames('relative block h-(--cover) overflow-hidden rounded-cover', groundFor(store.id))}
        >
          <StorePicture
            store={store}
            width={780}
            height={340}
            sizes="(min-width: 640px) 50vw, 100vw"
            isFirst={isFirst}
          />
        </span>
        {/* The offer's tag is outside the cover picture, because the transition to the store's page stretches the
            cover's content. */}
        <OfferTag store={store} />
        <StoreFacts store={store} headingLevel={headingLevel} />
      </StoreLink>
      <FavouriteButton store={store} />
    </article>
  )
}

/** Renders the small card of a store with a square picture at its start. */
export function StoreRow({ store, headingLevel = 3, shownName }: StoreRowProps) {
  return (
    <article className="relative">
      <StoreLink store={store} className="flex items-center gap-3 rounded-card py-2 wide:items-start">
        <span
          data-morph="[data-cover]"
          className={classNames('relative block size-22 shrink-0 overflow-hidden rounded-card', groundFor(store.id))}
        >
          <StorePicture store={store} width={88} height={88} sizes="176px" />
        </span>
        <span className="block min-w-0 flex-1">
          <StoreFacts store={store} headingLevel={headingLevel} shownName={shownName} isRow />
          {store.offer && !store.closedText ? (
            <span className="mt-1 flex items-center gap-1 text-micro text-brand">
              {store.isDiscount ? <BadgePercent aria-hidden="true" className="size-3.5" /> : null}
              <bdi>{store.offer}</bdi>
            </span>
          ) : null}
        </span>
      </StoreLink>
    </article>
  )
}

function StoreLink({ store, className, children }: { store: StoreSummary; className: string; children: ReactNode }) {
  // The pressed state of a card shows immediately, but the store's page opens only after 200 ms (C-30).
  return (
    <a href={store.href} data-store-link="" className={classNames('press', className)}>
      {children}
    </a>
  )
}

type StorePictureProps = {
  store: StoreSummary
  width: number
  height: number
  sizes: string
  isFirst?: boolean
}

function StorePicture({ store, ...picture }: StorePictureProps) {
  const variant = classNames(
    'stands absolute inset-0 size-full object-cover',
    store.closedText && '[filter:saturate(40%)] opacity-80',
  )
  if (store.image) return <Picture path={store.image} alt="" className={variant} isWhenNear {...picture} />
  return (
    <span className="title absolute inset-0 grid place-items-center text-display" aria-hidden="true">
      {store.name.slice(0, 1)}
    </span>
  )
}

function OfferTag({ store: { offer, closedText, isDiscount } }: { store: StoreSummary }) {
  if (!offer || closedText) return null
  return (
    <span className="absolute start-3 top-3 z-1 max-w-[calc(100%-5rem)]">
      <Pill>
        {isDiscount ? <BadgePercent aria-hidden="true" /> : null}
        <bdi>{offer}</bdi>
      </Pill>
    </span>
  )
}

type StoreFactsProps = { store: StoreSummary; headingLevel: 2 | 3; isRow?: boolean; shownName?: ReactNode }

/**
 * In a small card, the store's tags have their own line. In a large card, the tags share a line with distance and
 * minutes.
 */
function StoreFacts({ store, headingLevel, isRow, shownName }: StoreFactsProps) {
  const Heading = `h${headingLevel}` as const
  const state = store.closedText ?? store.minutes
  return (
    <span className="mt-3 flex flex-wrap items-start gap-x-2 first:mt-0">
      <span className="block min-w-0 flex-1 basis-32">
        <Heading dir="auto" className="truncate text-heading">
          {shownName ?? store.name}
        </Heading>
        <span
          className={classNames('num mt-0.5 overflow-clip text-small text-ink-2', isRow ? 'block' : 'flex gap-x-3')}
        >
          {store.tags ? (
            <span dir="auto" className="block min-w-0 truncate">
              {store.tags}
            </span>
          ) : null}
          <span className="dots max-w-full shrink-0">
            <span>{store.distance}</span>
            {state ? (
              <span className={`font-semibold ${store.closedText ? 'text-error' : 'text-ink'}`}>{state}</span>
            ) : null}
          </span>
        </span>
        <Terms store={store} />
      </span>
      {store.rating ? <Rating {...store.rating} /> : null}
    </span>
  )
}

function Terms({ store: { terms, closingText, closedText } }: { store: StoreSummary }) {
  const texts = closingText && !closedText ? [...terms, closingText] : terms
  if (texts.length === 0) return null
  return (
    <span className="mt-0.5 block overflow-clip">
      <span className="num dots text-small text-ink-2">
        {texts.map((text) => (
          <span key={text} className={text === closingText ? 'font-semibold text-gold-ink' : undefined}>
            {text}
          </span>
        ))}
      </span>
    </span>
  )
}

function FavouriteButton({ store }: { store: StoreSummary }) {
  const favourite = store.favourite
  if (!favourite) return null
  return (
    <IconButton
      label={favourite.label}
      aria-pressed={favourite.isOn}
      variant="glass"
      isRound
      onClick={favourite.onToggle}
      className="absolute end-2 top-2"
    >
      <Heart aria-hidden="true" className={favourite.isOn ? 'fill-fill stroke-fill' : undefined} />
    </IconButton>
  )
}
