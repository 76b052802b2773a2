import { Picture } from '@nukkad/ui/components/picture.tsx'
import { ChevronRight, Landmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { TaxDialog } from './tax-dialog.tsx'

const tile = 'press rounded-card bg-surface p-4 text-start hairline'

/** Shows the tiles for orders and, if the shop asks for it, the tax number (G-05 to G-09). */
export function Tiles({ taxNumber }: { taxNumber: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const hasTax = isSettingOn('showCustomerVatNumber')
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-3">
      <a
        href="/my-orders"
        aria-description={t('accountBillingSubtitle')}
        className={`${tile} ${hasTax ? '' : 'flex items-center gap-3.5'}`}
      >
        <TileText
          picture={<Picture path="/assets/img/promo/receipt.webp" alt="" width={32} height={32} sizes="32px" isEager />}
          ground="ground-6"
          title={t('accountBillingTitle')}
          sub={t('accountBillingSubtitle')}
          isWide={!hasTax}
        />
      </a>
      {hasTax ? (
        <>
          <button
            type="button"
            aria-description={t('accountTaxSubtitle')}
            onClick={() => setOpen(true)}
            className={tile}
          >
            <TileText
              picture={<Landmark className="size-6" />}
              ground="ground-4"
              title={t('accountTaxVatText')}
              sub={t('accountTaxSubtitle')}
            />
          </button>
          <TaxDialog isOpen={isOpen} onClose={() => setOpen(false)} taxNumber={taxNumber} />
        </>
      ) : null}
    </div>
  )
}

type TileTextProps = { picture: ReactNode; ground: string; title: string; sub: string; isWide?: boolean }

/** A single tile takes the full width and has the form of a row. */
function TileText({ picture, ground, title, sub, isWide }: TileTextProps) {
  return (
    <>
      <span aria-hidden="true" className={`grid size-11 place-items-center rounded-control ${ground}`}>
        {picture}
      </span>
      <span className={isWide ? 'min-w-0 flex-1' : 'mt-3 block'}>
        <span className="block text-heading">{title}</span>
        {/* Screen readers read the second line of a tile as its description, so that the name of the tile stays
            short. */}
        <span aria-hidden="true" className="block text-small text-ink-2">
          {sub}
        </span>
      </span>
      {isWide ? <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" /> : null}
    </>
  )
}
