import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { lazy, Suspense } from 'react'
import { useHelp } from '#features/ordering/help/use-help.tsx'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'
import { useReorder } from '#lib/use-reorder.ts'
import { useCart } from '#stores/cart.ts'
import { OrderCard } from './order-cards.tsx'
import type { Order } from './use-tracking.ts'

const DoorPhoto = lazy(() => import('#components/door-photo.tsx'))

/** Shows how an order ended while its screen was open, until the person dismisses it (GAP-09). */
export default function Ended({ order, result }: { order: Order; result: 'delivered' | 'cancelled' | 'unpaid' }) {
  const leave = () => go('/my-orders', { replace: true })
  const help = useHelp()
  return (
    <div className="mx-auto max-w-120 px-4 pt-10 pb-8">
      {result === 'delivered' ? (
        <EmptyState
          level={1}
          picture="/assets/img/states/delivered.webp"
          title={t(order.delivery_type === 2 ? 'trackingCollectedTitle' : 'trackingDeliveredTitle')}
          text={t('trackingDeliveredText')}
          action={
            <div className="grid gap-2">
              <Button href={`/rate-order/${order.id}`}>{t('trackingRate')}</Button>
              <Button variant="plain" onClick={leave}>
                {t('trackingClose')}
              </Button>
            </div>
          }
        />
      ) : result === 'unpaid' ? (
        <Lapsed order={order} onLeave={leave} />
      ) : (
        <EmptyState
          level={1}
          picture="/assets/img/states/orders-empty.webp"
          title={t('trackingCancelledTitle')}
          text={refundText(order)}
          action={<Button onClick={leave}>{t('trackingClose')}</Button>}
        />
      )}
      <Suspense>{order.has_delivery_photo ? <DoorPhoto orderId={order.id} /> : null}</Suspense>
      <div className="mb-4 text-center">
        <Button variant="tint" size="small" onClick={() => help.open(order)}>
          {t('trackingHelp')}
        </Button>
      </div>
      <OrderCard order={order} />
      <Suspense>{help.sheet(order)}</Suspense>
    </div>
  )
}

/**
 * Shows that the order was not paid in time, and offers to order its items again. If the cart is not empty, the list of
 * orders asks whether to replace the cart.
 */
function Lapsed({ order, onLeave }: { order: Order; onLeave: () => void }) {
  const { mutate, isPending } = useReorder()
  const hasCart = useCart(({ lines }) => lines.length > 0)
  return (
    <EmptyState
      level={1}
      picture="/assets/img/states/orders-empty.webp"
      title={t('payExpiredTitle')}
      text={t('payExpiredText')}
      action={
        <div className="grid gap-2">
          <Button isBusy={isPending} onClick={() => (hasCart ? onLeave() : mutate(order))}>
            {t('ordersReorder')}
          </Button>
          <Button variant="plain" onClick={onLeave}>
            {t('trackingClose')}
          </Button>
        </div>
      }
    />
  )
}

/**
 * Explains the refund: prepaid money is back in the wallet, or with the payer if the wallet cannot hold it. For an
 * order to be paid in cash, the text says that no money was taken (GAP-16).
 */
function refundText(order: Order): string {
  const paid = order.payment_mode === 'COD' ? order.wallet_amount : order.total
  if (paid <= 0) return t('trackingCancelledNoRefund')
  const isInWallet = order.currency === siteCurrency()
  return t(isInWallet ? 'trackingCancelledRefund' : 'refundNoticeProvider', { amount: wirePrice(paid, order.currency) })
}
