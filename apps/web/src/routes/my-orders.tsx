import { TRACKING_REFRESH_MS } from '@nukkad/rules/constants.ts'
import { isCancellableBy, isTracked } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { EmptyState, Skeleton, usePatience } from '@nukkad/ui/components/states.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useHelp } from '#features/ordering/help/use-help.tsx'
import { placedLine } from '#features/ordering/orders-list/order-parts.tsx'
import { isVisit, type Order, ordersOf, shelvesOf, statusOf } from '#features/ordering/orders-list/orders.ts'
import { PastOrder } from '#features/ordering/orders-list/past-order.tsx'
import { RunningCard } from '#features/ordering/orders-list/running-card.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { LoadMore } from '#features/shell/load-more.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { listen } from '#lib/events.ts'
import { orderToShow, showOrder } from '#lib/order-to-show.ts'
import { queryClient } from '#lib/query.ts'
import { useReorder } from '#lib/use-reorder.ts'
import { useCart } from '#stores/cart.ts'

const CaseNote = lazy(() => import('#features/ordering/help/case-note.tsx'))
const OrderDetails = lazy(() => import('#features/ordering/orders-list/order-details.tsx'))
const CancelOrder = lazy(async () => ({
  default: (await import('#features/ordering/tracking/cancel-order.tsx')).CancelOrder,
}))

export default function MyOrdersRoute() {
  return (
    <CustomersOnly>
      <MyOrders />
    </CustomersOnly>
  )
}

/** Lists all orders of the customer (F-14, GAP-15). */
function MyOrders() {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useOrders()
  const [invoice, setInvoice] = useState<Order | null>(null)
  const isSlow = usePatience(isFetching && !data)
  const orders = data && ordersOf(data.pages)
  const [wanted, setWanted] = useState(orderToShow)
  useEffect(() => showOrder(undefined), [])
  if (wanted && orders) {
    setWanted(undefined)
    setInvoice(orders.find(({ unique_order_id }) => unique_order_id === wanted) ?? null)
  }
  return (
    <Page
      title={t('ordersTitle')}
      back="/my-account"
      isLoading={isFetching && orders !== undefined}
      onRefresh={refetch}
    >
      <div className="grid grid-cols-1 px-4">
        {isSlow && !orders ? <OrdersSkeleton /> : null}
        {isError && !orders ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {orders?.length === 0 ? <NoOrders /> : null}
        {orders && orders.length > 0 ? <Shelves orders={orders} onInvoice={setInvoice} /> : null}
        <LoadMore
          label={t('ordersMore')}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      </div>
      <Sheet
        isOpen={invoice !== null}
        onClose={() => setInvoice(null)}
        title={t('ordersInvoice')}
        sub={invoice ? placedLine(invoice) : undefined}
        closeLabel={t('a11yClose')}
        size="full"
      >
        <Suspense fallback={<Skeleton className="h-60 rounded-card" />}>
          {invoice ? <OrderDetails order={invoice} /> : null}
        </Suspense>
      </Sheet>
    </Page>
  )
}

/**
 * Loads the orders. Polls while an order is in progress, and fetches the orders immediately when the server reports a
 * change.
 */
function useOrders() {
  useEffect(
    () =>
      listen('customer', (event) => {
        if (event.type === 'order-status') void queryClient.invalidateQueries({ queryKey: ['get-orders'] })
      }),
    [],
  )
  return useInfiniteQuery({
    queryKey: ['get-orders', 'pages'],
    queryFn: ({ pageParam, signal }) => call('get-orders', { page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, next_page_url }) => (next_page_url ? current_page + 1 : undefined),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const isMoving = state.data?.pages.some(({ data }) => data.some((order) => isTracked(statusOf(order))))
      return isMoving ? TRACKING_REFRESH_MS : false
    },
  })
}

function Shelves({ orders, onInvoice }: { orders: Order[]; onInvoice: (order: Order) => void }) {
  const { running, scheduled, months } = shelvesOf(orders)
  const [waiting, setWaiting] = useState<Order | null>(null)
  const hasCart = useCart(({ lines }) => lines.length > 0)
  const { mutate, isPending, variables } = useReorder()
  const help = useHelp()
  const helpOf = (order: Order) => ({
    onHelp: () => help.open(order),
    report: (
      <Suspense>
        <CaseNote orderId={order.id} />
      </Suspense>
    ),
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['get-orders'] })
  const runningCard = (order: Order) => (
    <RunningCard
      order={order}
      isTracked={isTracked(statusOf(order))}
      cancel={
        isCancellableBy(statusOf(order), 'customer') && !isVisit(order) ? (
          <Suspense>
            <CancelOrder order={order} />
          </Suspense>
        ) : null
      }
      onLapsed={refresh}
      {...helpOf(order)}
    />
  )
  const answer = (isWanted: boolean) => {
    if (isWanted && waiting) mutate(waiting)
    setWaiting(null)
  }
  return (
    <>
      <Shelf title={t('ordersRunning')} orders={running} gap="gap-3" draw={runningCard} />
      <Shelf title={t('scheduledOrderStatusText')} orders={scheduled} gap="gap-3" draw={runningCard} />
      {months.map(({ name, orders }) => (
        <Shelf
          key={name}
          title={name}
          orders={orders}
          gap="divide-y divide-line"
          draw={(order) => (
            <PastOrder
              order={order}
              isReordering={isPending && variables.id === order.id}
              onReorder={() => (hasCart ? setWaiting(order) : mutate(order))}
              onInvoice={() => onInvoice(order)}
              {...helpOf(order)}
            />
          )}
        />
      ))}
      <Suspense>{help.sheet()}</Suspense>
      <Dialog
        isOpen={waiting !== null}
        onClose={() => answer(false)}
        title={t('cartReplaceItemTitle')}
        actions={
          <>
            <Button variant="outline" onClick={() => answer(false)}>
              {t('cartReplaceItemActionNo')}
            </Button>
            <Button onClick={() => answer(true)}>{t('cartReplaceItemActionYes')}</Button>
          </>
        }
      >
        {t('ordersReorderReplaces')}
      </Dialog>
    </>
  )
}

type ShelfProps = { title: string; orders: Order[]; gap: string; draw: (order: Order) => ReactNode }

function Shelf({ title, orders, gap, draw }: ShelfProps) {
  if (orders.length === 0) return null
  return (
    <section aria-label={title} className="mt-2 mb-5">
      <h2 className="title mb-2 text-section">{title}</h2>
      <ul className={`grid grid-cols-1 ${gap}`}>
        {orders.map((order) => (
          <li key={order.id}>{draw(order)}</li>
        ))}
      </ul>
    </section>
  )
}

function NoOrders() {
  return (
    <EmptyState
      picture="/assets/img/states/orders-empty.webp"
      title={t('ordersEmptyTitle')}
      text={t('ordersEmptyHint')}
      action={<Button href="/">{t('ordersEmptyButton')}</Button>}
    />
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-4">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-36 rounded-card" />
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}
