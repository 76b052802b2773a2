import type { Output } from '@nukkad/contract/contract.ts'
import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { DishesBlock, isDishStars } from '#features/ordering/rating/dishes-block.tsx'
import { type ChosenPhoto, PhotosBlock } from '#features/ordering/rating/photos-block.tsx'
import { isOpinion, noOpinion, RatingBlock, reviewText } from '#features/ordering/rating/rating-block.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { useDraft } from '#lib/draft.ts'
import { ask } from '#lib/query.ts'
import NotFound from './not-found.tsx'

type Order = Output<'get-ratable-order'>

export default function RateOrderRoute() {
  const { id = '' } = useParams<{ id: string }>()
  return (
    <CustomersOnly>
      <RateOrder orderId={Number(id)} />
    </CustomersOnly>
  )
}

/** Loads the order to rate (F-18), and explains why an order cannot be rated. */
function RateOrder({ orderId }: { orderId: number }) {
  const isNumber = Number.isInteger(orderId) && orderId > 0
  const options = ask('get-ratable-order', { order_id: orderId })
  const { data: order, error, isFetching, refetch } = useQuery({ ...options, enabled: isNumber, staleTime: 0 })
  const [isDone, setDone] = useState(false)
  const isUnknown = error instanceof ApiError && error.code === 'NOT_FOUND'
  if (!isNumber || (isUnknown && !order)) return <NotFound />
  if (order && isDone)
    return (
      <Outcome
        title={t('rateDone', { store: order.restaurant.name })}
        picture="reviews-empty"
        action={t('rateFinish')}
      />
    )
  if (order?.rating) return <Outcome title={t('rateAlready')} picture="reviews-empty" />
  if (order && order.orderstatus_id !== orderStatusIds.delivered) {
    return <Outcome title={t('rateNotYet')} picture="orders-empty" />
  }
  if (order) return <RatingForm order={order} onDone={() => setDone(true)} />
  return (
    <Frame>
      {error ? (
        <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-44 rounded-card" />
        </div>
      )}
    </Frame>
  )
}

function RatingForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const [store, setStore] = useDraft('store', noOpinion, isOpinion)
  const [rider, setRider] = useDraft('rider', noOpinion, isOpinion)
  const [given, setGiven] = useDraft('dishes', {}, isDishStars)
  const [photos, setPhotos] = useState<ChosenPhoto[]>([])
  const isUploading = photos.some(({ path }) => path === null)
  const dishes = dishesOf(order)
  const hasRider = order.delivery_type === 1
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('rate-order', {
        order_id: order.id,
        rating_store: store.stars,
        rating_delivery: hasRider && rider.stars > 0 ? rider.stars : null,
        review_store: reviewText(store),
        review_delivery: hasRider ? reviewText(rider) : null,
        items: dishes.flatMap(({ id }) => (given[id] ? [{ id, stars: given[id] }] : [])),
        photos: photos.flatMap(({ path }) => path ?? []),
      }),
    onSuccess: () => {
      onDone()
      for (const name of ['get-orders', 'get-ratable-order', 'get-store-reviews', 'get-restaurant-items']) {
        void client.invalidateQueries({ queryKey: [name] })
      }
    },
  })
  return (
    <Frame
      sub={shortOrderNumber(order.unique_order_id)}
      dock={
        <Dock hint={store.stars === 0 ? t('rateNeedsStars') : null}>
          {error ? <Problem error={error} /> : null}
          <SendButton isBlock disabled={store.stars === 0} isBusy={isPending || isUploading} onClick={() => mutate()}>
            {t('rateSend')}
          </SendButton>
        </Dock>
      }
    >
      <RatingBlock
        title={t('rateStore', { store: order.restaurant.name })}
        praise={[t('rateTagFresh'), t('rateTagPacking'), t('rateTagValue')]}
        blame={[t('rateTagCold'), t('rateTagMissing'), t('rateTagWrong')]}
        opinion={store}
        onChange={setStore}
      />
      {hasRider ? (
        <RatingBlock
          title={t('rarReviewBoxTitleDeliveryFeedback')}
          praise={[t('rateTagOnTime'), t('rateTagPolite')]}
          blame={[t('rateTagLate')]}
          opinion={rider}
          onChange={setRider}
        />
      ) : null}
      {store.stars > 0 ? (
        <>
          {dishes.length > 0 ? <DishesBlock dishes={dishes} given={given} onChange={setGiven} /> : null}
          <PhotosBlock orderId={order.id} photos={photos} onChange={setPhotos} />
        </>
      ) : null}
    </Frame>
  )
}

/** Lists the dishes of an order that the store still sells, each once. */
function dishesOf({ orderitems }: Order): { id: number; name: string }[] {
  const names = new Map(orderitems.flatMap(({ item_id, name }) => (item_id === null ? [] : [[item_id, name] as const])))
  return [...names].map(([id, name]) => ({ id, name }))
}

function Problem({ error }: { error: Error }) {
  const isRefusal = error instanceof ApiError && error.status > 0
  return (
    <p role="alert" className="mb-2.5 flex items-center gap-2 text-small text-error">
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      {isRefusal ? errorText(error.code) : t('stateLoadFailedHint')}
    </p>
  )
}

function Frame({ sub, dock, children }: { sub?: string; dock?: ReactNode; children: ReactNode }) {
  return (
    <Page title={t('rateTitle')} back="/my-orders" foot={dock ? 'dock' : 'none'}>
      <div className="grid grid-cols-1 gap-3 px-4">
        {sub ? <p className="num text-small text-ink-2">{t('trackingNumber', { number: sub })}</p> : null}
        {children}
      </div>
      {dock}
    </Page>
  )
}

function Outcome({ title, picture, action = t('ordersTitle') }: { title: string; picture: string; action?: string }) {
  return (
    <Frame>
      <EmptyState
        picture={`/assets/img/states/${picture}.webp`}
        title={title}
        action={<Button href="/my-orders">{action}</Button>}
      />
    </Frame>
  )
}
