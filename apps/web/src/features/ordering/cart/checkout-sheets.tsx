import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import type { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'
import { wirePrice } from '#lib/prices.ts'
import type { Outcome } from './place.ts'

type OutcomeSheetProps = {
  outcome: Outcome | null
  /** The total that the person saw before the server refused the order, to compare it with the new price. */
  seen: string
  isBusy: boolean
  onClose: () => void
  onRetry: () => void
  onAccept: (total: string) => void
}

/** Shows why the order was not placed, and offers to accept the new price, try again or go back. */
export function OutcomeSheet({ outcome, seen, isBusy, onClose, onRetry, onAccept }: OutcomeSheetProps) {
  const isPrice = outcome?.kind === 'price-changed'
  const isUnknown = outcome?.kind === 'unknown'
  const isOpen = isPrice || isUnknown || outcome?.kind === 'refused'
  const title = isPrice
    ? t('checkoutPriceChangedTitle')
    : t(isUnknown ? 'checkoutUnknownTitle' : 'checkoutOrderFailedTitle')
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid gap-2">
          {isPrice ? (
            <Button isBlock isBusy={isBusy} onClick={() => onAccept(outcome.quote.total)}>
              {t('checkoutPriceChangedAccept', { total: wirePrice(outcome.quote.total, outcome.quote.currency) })}
            </Button>
          ) : (
            <Button isBlock isBusy={isBusy} onClick={onRetry}>
              {t('checkoutFailedRetry')}
            </Button>
          )}
          <Button isBlock variant="plain" onClick={() => goBack('/cart')}>
            {t('checkoutPriceChangedBack')}
          </Button>
        </div>
      }
    >
      <p role="alert" className="num text-ink-2">
        {outcome ? texts(outcome, seen) : null}
      </p>
    </Sheet>
  )
}

function texts(outcome: Outcome, seen: string): string {
  if (outcome.kind === 'price-changed') {
    return t('checkoutPriceChangedText', {
      old: wirePrice(seen, outcome.quote.currency),
      new: wirePrice(outcome.quote.total, outcome.quote.currency),
    })
  }
  if (outcome.kind === 'refused') return refusalText(outcome.error)
  return t('checkoutUnknownText')
}

/** Returns the server's message, with the two specified exceptions (docs/reference/wire.md#errors, GAP-25). */
function refusalText({ status, message, code }: ApiError): string {
  if (status === 429) return t('tooManyApiCallMessage')
  if (code === 'ACCOUNT_BANNED') return t('userInActiveMessage')
  return message || errorText(code)
}
