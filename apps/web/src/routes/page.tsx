import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { BackHeader } from '#features/shell/back-header.tsx'
import { Page } from '#features/shell/page.tsx'
import { RichText } from '#features/shell/rich-text.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import NotFound from './not-found.tsx'

const HelpOrders = lazy(() => import('#features/ordering/help/help-orders.tsx'))

/** Shows a page that the shop's staff wrote (B-26, GAP-78). */
export default function StaticPageRoute() {
  const { slug = '' } = useParams<{ slug: string }>()
  const { data: page, isError, isFetching, refetch } = useQuery(ask('get-single-page', { slug }))
  const isHelp = slug === 'help'
  if (page === null && !isHelp) return <NotFound />
  if (isError && !page) {
    return (
      <Page title={t('stateLoadFailed')} header={<BackHeader />}>
        <ScreenNotLoaded level={1} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Page>
    )
  }
  return (
    <Page
      title={page?.name ?? t(isHelp ? 'accountHelpFaq' : 'a11yLoading')}
      back="/my-account"
      isLoading={isFetching && page !== undefined}
    >
      <div className="px-4">
        {isHelp ? (
          <Suspense>
            <HelpOrders />
          </Suspense>
        ) : null}
        {page ? <RichText html={page.body} /> : null}
        {page === undefined ? (
          <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </div>
        ) : null}
      </div>
    </Page>
  )
}
