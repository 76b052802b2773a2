import { classNames } from '../class-names.ts'
import { Pill } from './pill.tsx'

type PriceLineProps = {
  /** The formatted price; null hides the price and keeps the height of the row. */
  price: string | null
  oldPrice?: string | null
  /** The discount, such as "20% off". */
  discount?: string | null
  /** The text that screen readers read before the old, struck-through price: "was". */
  wasLabel: string
  size?: 'row' | 'large'
}

export function PriceLine({ price, oldPrice, discount, wasLabel, size = 'row' }: PriceLineProps) {
  const isLarge = size === 'large'
  return (
    <p className="num flex min-h-6 flex-wrap items-center gap-x-1.5 gap-y-0.5">
      {price === null ? null : (
        <span className={classNames('font-bold', isLarge ? 'text-section' : 'text-body')}>{price}</span>
      )}
      {price !== null && oldPrice ? (
        <span className={classNames('font-medium text-ink-2', isLarge ? 'text-body' : 'text-small')}>
          <span className="sr-only">{wasLabel} </span>
          <del>{oldPrice}</del>
        </span>
      ) : null}
      {discount ? <Pill variant="ok">{discount}</Pill> : null}
    </p>
  )
}
