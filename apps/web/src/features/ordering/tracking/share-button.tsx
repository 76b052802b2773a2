import { isRunning, orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import type { Order } from './use-tracking.ts'

const ShareSheet = lazy(() => import('./share-sheet.tsx'))

/**
 * Opens the sheet with the link to share an order in progress. The code for sharing loads when the button is pressed.
 */
export function ShareButton({ order }: { order: Order }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const status = orderStatusOfId(order.orderstatus_id)
  if (!status || !isRunning(status)) return null
  return (
    <>
      <IconButton label={t('shareOrder')} variant="boxed" onClick={() => setState('open')}>
        <Share2 aria-hidden="true" />
      </IconButton>
      {state === 'unused' ? null : (
        <Suspense>
          <ShareSheet order={order} isOpen={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  )
}
