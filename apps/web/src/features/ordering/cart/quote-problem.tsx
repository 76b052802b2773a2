import { Button } from '@nukkad/ui/components/button.tsx'
import { ErrorState } from '@nukkad/ui/components/states.tsx'
import { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { isRecord } from '#lib/storage.ts'
import { useCart } from '#stores/cart.ts'
import type { useOrdering } from './readiness.ts'

type QuoteQuery = ReturnType<typeof useOrdering>['quote']

/**
 * The reason why there is no bill: the server refused the cart, so the person must change it, or the request failed and
 * can be repeated.
 */
export type QuoteProblem = { isRefusal: boolean; text: string }

export function quoteProblemOf({ data, error }: QuoteQuery): QuoteProblem | undefined {
  if (data || !error) return undefined
  const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500 && error.code !== 'UNKNOWN'
  return { isRefusal, text: isRefusal ? refusalText(error) : t('stateLoadFailed') }
}

/** Returns the reason of a refusal, after the name of the item that it is about. */
function refusalText({ code, body }: ApiError): string {
  const itemId = isRecord(body) ? body.item_id : undefined
  const item = useCart.getState().lines.find(({ id }) => id === itemId)
  return item ? `${item.name}: ${errorText(code)}` : errorText(code)
}

/** Shows in place of the bill why there is none. */
export function QuoteProblemRow({ problem, quote }: { problem: QuoteProblem; quote: QuoteQuery }) {
  if (problem.isRefusal) return <p className="text-small text-error">{problem.text}</p>
  return <ErrorState text={problem.text} retryLabel={t('commonRetry')} onRetry={() => void quote.refetch()} />
}

/** Shows, in place of the order button, the step that solves the problem of the bill. */
export function QuoteProblemButton({ problem, quote }: { problem: QuoteProblem; quote: QuoteQuery }) {
  if (problem.isRefusal) {
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
