import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MessageCircle } from 'lucide-react'
import { Suspense } from 'react'
import { StorePicture } from '#components/store-picture.tsx'
import { itemsLine, placedLine, StatusPill } from '#features/ordering/orders-list/order-parts.tsx'
import type { Order } from '#features/ordering/orders-list/orders.ts'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { setting, t } from '#lib/catalogue.ts'
import { loginPath } from '#lib/paths.ts'
import { ask } from '#lib/query.ts'
import { useSession } from '#stores/session.ts'
import CaseNote from './case-note.tsx'
import { useHelp } from './use-help.tsx'

const MOST_SHOWN = 4

/**
 * The start of the help page: the newest orders, each with its help, and the shop's chat. Guests see a link to the
 * login.
 */
export default function HelpOrders() {
  const isCustomer = useSession(({ user }) => user !== null)
  const chat = setting('consultWhatsappNumber').replace(/\D/g, '')
  return (
    <div className="mb-6 grid grid-cols-1 gap-3">
      {isCustomer ? (
        <RecentOrders />
      ) : (
        <div className="grid gap-3 rounded-card bg-tint p-4 text-on-tint">
          <p>{t('helpGuest')}</p>
          <Button href={loginPath()}>{t('loginLoginTitle')}</Button>
        </div>
      )}
      {chat ? (
        <Button variant="chat" href={`https://wa.me/${chat}`} isExternal>
          <MessageCircle aria-hidden="true" className="size-5" />
          {t('homeConsultWhatsapp')}
        </Button>
      ) : null}
    </div>
  )
}

function RecentOrders() {
  const { data, isError, isFetching, refetch } = useQuery(ask('get-orders', { page: 1 }))
  const help = useHelp()
  if (isError && !data) return <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton className="h-40 rounded-card" />
  if (data.data.length === 0) return null
  return (
    <section aria-label={t('helpWhichOrder')}>
      <h2 className="title text-section">{t('helpWhichOrder')}</h2>
      <ul className="divide-y divide-line">
        {data.data.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.id}>
            <OrderRow order={one} onPress={() => help.open(one)} />
          </li>
        ))}
      </ul>
      <Button variant="tint" size="small" href="/my-orders">
        {t('helpAllOrders', { page: t('ordersTitle') })}
      </Button>
      <Suspense>{help.sheet()}</Suspense>
    </section>
  )
}

function OrderRow({ order, onPress }: { order: Order; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={`${t('trackingHelp')}: ${order.restaurant.name}, ${shortOrderNumber(order.unique_order_id)}`}
      className="flex w-full items-center gap-3 py-3 text-start"
      onClick={onPress}
    >
      <StorePicture store={order.restaurant} />
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere text-heading">{order.restaurant.name}</span>
        <span className="block wrap-anywhere text-small text-ink-2">{itemsLine(order)}</span>
        <span className="num block wrap-anywhere text-small text-ink-2">{placedLine(order)}</span>
        <span className="mt-1 flex flex-wrap gap-2">
          <StatusPill order={order} />
          <CaseNote orderId={order.id} />
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100" />
    </button>
  )
}
