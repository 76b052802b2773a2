import { ChevronRight, DoorOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { wishesText } from '#components/wishes.tsx'
import { t } from '#lib/catalogue.ts'
import { setChoices, useCart, type Wishes } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'

const DoorSheet = lazy(() => import('./door-sheet.tsx'))
const none: Wishes = { delivery_instructions: [], delivery_note: null }

/** Shows the delivery instructions, which are saved with the address, and opens a sheet to change them. */
export function DoorRow() {
  const address = useCustomer()?.default_address
  const chosen = useCart(({ wishes }) => wishes)
  const [isOpen, setOpen] = useState(false)
  if (!address) return null
  // A session that an earlier version stored has no delivery instructions until it is refreshed.
  const wishes = chosen ?? (address.delivery_instructions ? address : none)
  const text = [wishesText(wishes), wishes.delivery_note].filter(Boolean).join(' · ')
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="press flex min-h-15 w-full items-center gap-3.5 rounded-card bg-surface px-4 py-2 text-start hairline"
      >
        <DoorOpen aria-hidden="true" className="size-6 shrink-0 text-brand" />
        <span className="min-w-0 flex-1">
          <span className="block font-650">{t('doorTitle')}</span>
          <span dir="auto" className="block truncate text-small text-ink-2">
            {text || t('doorNone')}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
      </button>
      <Suspense>
        {isOpen ? (
          <DoorSheet
            wishes={wishes}
            onClose={() => setOpen(false)}
            onSave={(wishes) => {
              setChoices({ wishes })
              setOpen(false)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
