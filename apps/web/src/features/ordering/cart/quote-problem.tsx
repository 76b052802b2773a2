import { Button } from '@nukkad/ui/components/button.tsx'
import { ErrorState } from '@nukkad/ui/components/states.tsx'
import { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import type { useOrdering } from './readiness.ts'

type QuoteQuery = ReturnType<typeof useOrdering>['quote']

/** The reason for a missing bill. A person resolves a refusal in the cart, and can repeat a failed request. */
export type QuoteProblem = { isRefusal: boolean; text: string }

export function quoteProblemOf({ data, error }: QuoteQuery): QuoteProblem | undefined {
  if (data || !error) return undefined
  const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500 && error.code !== 'UNKNOWN'
  return { isRefusal, text: isRefusal ? errorText(error.code) : t('stateLoadFailed') }
}

/** Shows the reason in place of the bill. */
export function QuoteProblemRow({ problem, quote }: { problem: QuoteProblem; quote: QuoteQuery }) {
  if (problem.isRefusal) return <p className="text-small text-error">{problem.text}</p>
  return <ErrorState text={problem.text} retryLabel={t('commonRetry')} onRetry={() => void quote.refetch()} />
}

/** Shows the next step in place of the order button. */
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
