import { Button } from '@nukkad/ui/parts/button.tsx'
import { ErrorState } from '@nukkad/ui/parts/states.tsx'
import { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import type { useOrdering } from './readiness.ts'

type QuoteQuery = ReturnType<typeof useOrdering>['quote']

/** Why there is no bill. A refusal is answered in the cart; what did not arrive can be asked for again. */
export type QuoteFault = { isRefusal: boolean; text: string }

export function quoteFaultOf({ data, error }: QuoteQuery): QuoteFault | undefined {
  if (data || !error) return undefined
  const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500 && error.code !== 'UNKNOWN'
  return { isRefusal, text: isRefusal ? errorText(error.code) : t('stateLoadFailed') }
}

/** In place of the bill. */
export function QuoteFaultRow({ fault, quote }: { fault: QuoteFault; quote: QuoteQuery }) {
  if (fault.isRefusal) return <p className="text-small text-error">{fault.text}</p>
  return <ErrorState text={fault.text} retryLabel={t('commonRetry')} onRetry={() => void quote.refetch()} />
}

/** In place of the button that would place the order. */
export function QuoteFaultButton({ fault, quote }: { fault: QuoteFault; quote: QuoteQuery }) {
  if (fault.isRefusal) {
    return (
      <Button isBlock href="/cart">
        {t('checkoutPriceChangedBack')}
      </Button>
    )
  }
  return (
    <Button isBlock isBusy={quote.isFetching} onClick={() => void quote.refetch()}>
      {t('commonRetry')}
    </Button>
  )
}
