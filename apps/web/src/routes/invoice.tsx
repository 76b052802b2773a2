import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { InvoiceSheet } from '#features/ordering/orders-list/invoice-sheet.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { ApiError } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'

/** Shows the invoice of a delivered order, which can be printed. */
export default function InvoiceRoute() {
  const { id = '' } = useParams<{ id: string }>()
  return (
    <CustomersOnly>
      <Invoice orderId={Number(id)} />
    </CustomersOnly>
  )
}

function Invoice({ orderId }: { orderId: number }) {
  const isNumber = Number.isInteger(orderId) && orderId > 0
  const { data, error, isFetching, refetch } = useQuery({
    ...ask('get-invoice', { order_id: orderId }),
    enabled: isNumber,
  })
  const isNone = !isNumber || (error instanceof ApiError && error.code === 'NOT_FOUND')
  const print = (
    <Button size="small" variant="tint" onClick={() => window.print()} className="me-2 print:hidden">
      <Printer aria-hidden="true" className="size-4" />
      {t('invoicePrint')}
    </Button>
  )
  return (
    <Page title={t('ordersInvoice')} back="/my-orders" actions={data ? print : null}>
      <div className="px-4 print:px-0">
        {isNone ? (
          <EmptyState
            picture="/assets/img/states/orders-empty.webp"
            title={t('invoiceNoneTitle')}
            text={t('invoiceNoneHint')}
            action={<Button href="/my-orders">{t('ordersTitle')}</Button>}
          />
        ) : data ? (
          <InvoiceSheet invoice={data} />
        ) : error ? (
          <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <div role="status" aria-label={t('a11yLoading')} className="grid gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-60" />
          </div>
        )}
      </div>
    </Page>
  )
}
