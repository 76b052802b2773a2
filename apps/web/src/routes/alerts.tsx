import { countUnread } from '@nukkad/rules/badges.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useEffect, useState } from 'react'
import { PushCard } from '#components/push-card.tsx'
import { AlertRow } from '#features/messaging/alerts/alert-row.tsx'
import { AppNotification } from '#features/messaging/alerts/app-notification.tsx'
import { useMarkAllRead, useMarkRead } from '#features/messaging/alerts/marking.ts'
import { type Message, readMessage } from '#features/messaging/alerts/message.ts'
import { ownOrigins } from '#features/messaging/alerts/own-origins.ts'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { type Alert, useAlerts } from '#lib/alerts.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { showOrder } from '#lib/order-to-show.ts'

export default function AlertsRoute() {
  return (
    <CustomersOnly>
      <Alerts />
    </CustomersOnly>
  )
}

/** Shows the customer's notifications about orders, the wallet and the shop (B-16, L-01 to L-04). */
function Alerts() {
  const { data: alerts, isError, isFetching, refetch } = useAlerts()
  const markAll = useMarkAllRead()
  const markOne = useMarkRead()
  const [opened, setOpened] = useState<Message | null>(null)
  // Opening this screen fetches the notifications again, even if another screen has just fetched them.
  useEffect(() => void refetch(), [refetch])
  const open = (alert: Alert, message: Message) => {
    if (alert.is_read === 0) markOne.mutate(alert)
    if (!message.orderNumber) return setOpened(message)
    showOrder(message.orderNumber)
    go(`/running-order/${message.orderNumber}`)
  }
  return (
    <Page
      title={t('alertsTitle')}
      foot="tab"
      isLoading={isFetching && alerts !== undefined}
      onRefresh={refetch}
      actions={
        alerts && countUnread(alerts) > 0 ? (
          <Button variant="plain" size="small" className="-me-3" onClick={() => markAll.mutate(null)}>
            {t('markAllAlertReadText')}
          </Button>
        ) : null
      }
    >
      <div className="px-4">
        <PushCard title={t('pushTitle')} text={t('pushText')} />
        {alerts && alerts.length > 0 ? (
          <ul className="divide-y divide-line">
            {alerts.map((alert) => {
              const message = readMessage(alert.data, ownOrigins())
              return (
                <li key={alert.id}>
                  <AlertRow alert={alert} message={message} onOpen={() => open(alert, message)} />
                </li>
              )
            })}
          </ul>
        ) : null}
        {alerts?.length === 0 ? (
          <EmptyState
            picture="/assets/img/states/alerts-empty.webp"
            title={t('noNewAlertsText')}
            text={t('alertsEmptyHint')}
          />
        ) : null}
        {isError && !alerts ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {alerts || isError ? null : <AlertsSkeleton />}
      </div>
      <AppNotification message={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

function AlertsSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-5 pt-3">
      {['one', 'two', 'three', 'four'].map((key) => (
        <div key={key} className="flex gap-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4" />
          </div>
        </div>
      ))}
    </div>
  )
}
