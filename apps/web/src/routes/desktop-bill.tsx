import type { ReactNode } from 'react'
import { Bill } from '#features/ordering/cart/bill.tsx'
import { useOrdering } from '#features/ordering/cart/readiness.ts'
import { setting, t } from '#lib/catalogue.ts'
import { desktop } from './desktop-styles.ts'

/** Shows the bill of the cart in the phone frame, or `instead` while there is no bill. */
export default function DesktopBill({ instead }: { instead: ReactNode }) {
  const { store, quote, coupon, lines, isServed } = useOrdering()
  if (lines.length === 0 || !quote.data) return instead
  return (
    <section style={desktop.panel} className="appear rounded-sheet bg-surface p-5 hairline">
      <h2 className="title text-section">{t('cartBillDetailsText')}</h2>
      <p className="mt-1 text-small text-ink-2">{store.data?.name}</p>
      <ul className="num mt-3 border-b border-line pb-3 text-body">
        {lines.map((line) => (
          <li key={`${line.id} ${JSON.stringify(line.selectedaddons)}`} className="flex gap-2 py-1">
            <span className="text-ink-2">{line.quantity} ×</span>
            <span dir="auto" className="min-w-0 flex-1">
              {line.name}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Bill
          quote={quote.data}
          couponCode={coupon.code}
          taxPercent={setting('taxPercentage')}
          {...(isServed !== undefined && { isServed })}
        />
      </div>
    </section>
  )
}
