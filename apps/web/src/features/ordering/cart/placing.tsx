import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import type { Method } from '#lib/payment-methods.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { usePaymentOpen } from '#lib/reload.ts'
import { readKey } from '#lib/storage.ts'
import { notify } from '#lib/toasts.ts'
import { currencyOf } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { cartInput } from './order-input.ts'
import { usePaymentMethods } from './payment-methods.tsx'
import type { OrderBody, Outcome } from './place.ts'
import type { useOrdering } from './readiness.ts'

const OutcomeSheet = lazy(async () => ({ default: (await import('./checkout-sheets.tsx')).OutcomeSheet }))

/**
 * Loads the code for the steps after a tap on the button that places an order; this code loads after the cart, because
 * the cart can be shown without it.
 */
const sending = () => import('./send-order.ts')

type Ordering = ReturnType<typeof useOrdering>

/**
 * Returns the payment methods of the cart, the method that the person chose or used for their last order, and a
 * function that places the order with this method.
 */
export function usePlacing(ordering: Ordering) {
  const { quote, orderType, total, lines, session } = ordering
  const currency = currencyOf(lines)
  const walletBalance = useCustomer()?.wallet_balance ?? 0
  const balance = currency === siteCurrency() ? walletBalance : 0
  // The total before the wallet pays its share, which the server compares with its own total (GAP-10), and which the
  // wallet must cover completely if it is the payment method.
  const whole = quote.data?.total ?? String(total.totalPrice)
  const methods = usePaymentMethods({
    storeId: lines[0]?.restaurant_id ?? 0,
    orderType,
    balance,
    total: Number(whole),
    isCustomer: session !== null,
  })
  const picked = ordering.method || readKey('lastPaymentMethod')
  const lastUsed = useLastUsed(session !== null && !picked)
  const remembered = methods?.find(({ id, method }) => (picked ? id === picked : method === lastUsed))
  const chosen = remembered ?? (methods?.length === 1 ? methods[0] : undefined)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => void sending(), [])

  const { mutate, isPending } = useMutation({
    mutationFn: async (quotedTotal: string) => {
      const body: OrderBody = {
        ...cartInput(ordering),
        // The bodies of all retries must be equal, so the body leaves out data that changes, such as the wallet and the
        // order in progress. The server identifies the customer by the token.
        user: session && { success: true, data: { id: session.data.id } },
        order_comment: ordering.comment || null,
        ...(orderType === 'DELIVERY' ? ordering.wishes : null),
        total,
        quoted_total: quotedTotal,
        method: chosen?.method ?? '',
        payment_token: '',
        pending_payment: false,
        cash_change_amount: chosen?.group === 'cash' ? ordering.cashChange : '',
        schedule_date: ordering.schedule?.date ?? null,
        schedule_slot: ordering.schedule?.slot ?? null,
      }
      const steps = await sending()
      return { steps, ...(await steps.placeAndOpen(body, chosen?.way)) }
    },
    onSuccess: ({ steps, result, way }) => {
      if (result.kind === 'refused' && result.error.code === 'SLOT_INVALID')
        return steps.chooseAnotherTime(result.error)
      if (result.kind === 'placed-before') return steps.leaveForOrders(result)
      if (result.kind === 'cart-changed') return steps.checkAgain()
      setOutcome(result)
      if (result.kind === 'placed') steps.leaveFor(result.order.unique_order_id, chosen)
      if (way?.kind === 'failed') notify(way.text, 'error')
      if (way?.kind === 'open') steps.leaveToPay(way.url)
    },
  })
  return {
    methods,
    remembered,
    chosen,
    isPending,
    canPlace: !ordering.problem && chosen !== undefined && quote.data !== undefined && !quote.isPlaceholderData,
    payable: wirePrice(quote.data?.payable ?? String(total.totalPrice), currency),
    place: () => mutate(whole),
    sheet: (
      <>
        {isPending ? <PaymentOpen /> : null}
        {outcome ? (
          <Suspense>
            <OutcomeSheet
              outcome={outcome}
              seen={whole}
              isBusy={isPending}
              onClose={() => setOutcome(null)}
              onRetry={() => mutate(whole)}
              onAccept={mutate}
            />
          </Suspense>
        ) : null}
      </>
    ),
  }
}

/**
 * Returns the payment method of the customer's newest order, for a browser in which the customer has not placed an
 * order yet.
 */
function useLastUsed(isWanted: boolean): string | undefined {
  const { data } = useQuery({ ...ask('get-orders', {}), enabled: isWanted })
  return isWanted ? data?.data[0]?.payment_mode : undefined
}

/** Prevents an update of the app from reloading the page while an order is sent. */
function PaymentOpen() {
  usePaymentOpen()
  return null
}

/** Shows the button that places the order. */
export function PlaceButton({ placing }: { placing: ReturnType<typeof usePlacing> }) {
  const { chosen, isPending, canPlace, payable, place } = placing
  const isOnline = chosen && chosen.group !== 'wallet' && chosen.group !== 'cash'
  return (
    <Button
      isBlock
      isBusy={isPending}
      disabled={!canPlace}
      onClick={place}
      className={isOnline ? 'num' : 'num !justify-between'}
    >
      {isOnline ? (
        payText(chosen, payable, isPending)
      ) : (
        <>
          <span aria-hidden="true">{payable}</span>
          <span>{t(isPending ? 'checkoutPlacing' : 'checkoutPlaceOrderButton')}</span>
        </>
      )}
    </Button>
  )
}

function payText({ name }: Method, total: string, isPending: boolean): string {
  return isPending ? t('payOpening', { provider: name }) : t('checkoutPayButton', { total })
}
