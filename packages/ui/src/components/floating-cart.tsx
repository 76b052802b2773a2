import { ChevronRight } from 'lucide-react'
import { groundFor } from '../picture-sources.ts'
import { Picture } from './picture.tsx'

type FloatingCartProps = {
  href: string
  /** The text of the cart bar with the number of items, such as "2 Items". */
  countText: string
  /** The cart's total, such as "₹250.00". */
  totalText: string
  viewText: string
  thumbnails: { id: number; image: string | null }[]
  /** Whether the screen has a bottom bar below the cart bar. */
  isAboveBar: boolean
}

export function FloatingCart({ href, countText, totalText, viewText, thumbnails, isAboveBar }: FloatingCartProps) {
  return (
    <div
      className="pointer-events-none fixed inset-x-0 z-19 mx-auto max-w-192 px-3"
      style={{ bottom: isAboveBar ? 'calc(var(--nav) + 10px)' : 'calc(var(--safe-bottom) + 10px)' }}
    >
      <span
        aria-hidden="true"
        className="absolute inset-x-0 -top-1 -bottom-2.5 -z-1 [background:linear-gradient(transparent,var(--c-bg)_55%)]"
      />
      <a
        data-foot
        href={href}
        className="press pointer-events-auto flex min-h-15 items-center gap-3 rounded-card border border-cart-line bg-cart ps-2.5 pe-2 text-cart-asked shadow-2"
      >
        <span className="flex" aria-hidden="true">
          {thumbnails.slice(0, 2).map(({ id, image }, index) => (
            <span
              key={id}
              className={`pop grid size-10 place-items-center overflow-hidden rounded-control rim-cart ${groundFor(id)} ${index ? '-ms-3.5' : ''}`}
            >
              {image ? (
                <Picture path={image} alt="" width={30} height={30} sizes="30px" className="size-7.5 object-contain" />
              ) : null}
            </span>
          ))}
        </span>
        <span className="num min-w-0 flex-[1_0_4em] py-2 text-cart-text">
          <span className="block font-650 leading-tight">{countText}</span>
          <span key={totalText} className="roll block text-small">
            {totalText}
          </span>
        </span>
        <span className="flex min-h-11 items-center gap-1 rounded-[14px] bg-cart-chip ps-4 pe-3 font-650 text-cart-chip-text">
          {viewText}
          <ChevronRight aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
        </span>
      </a>
    </div>
  )
}
