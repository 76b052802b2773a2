import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CompletedList } from '#features/delivery/trips/completed-list.tsx'
import { keepFigures } from '#features/delivery/trips/duty.ts'
import { EarningsChart } from '#features/delivery/trips/earnings-chart.tsx'
import { Cash, Figures, Ratings } from '#features/delivery/trips/figures.tsx'
import { riderQuery } from '#features/delivery/trips/queries.ts'
import { RiderHero } from '#features/delivery/trips/rider-hero.tsx'
import { RiderPage } from '#features/delivery/trips/rider-page.tsx'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { useRider } from '#stores/rider.ts'

/** Shows the rider's earnings and completed orders, on both of its paths (B-27, B-31, N-12, N-13). */
export function DeliveryCompleted() {
  const kept = useRider(({ rider }) => rider)
  const { data, isFetching } = useQuery(riderQuery())
  useEffect(() => {
    if (data) keepFigures(data)
  }, [data])
  const amounts = data?.chart.chartData.map(({ y }) => y)
  const hasEarnings = isSettingOn('enableDeliveryGuyEarning')
  return (
    <RiderPage title={t('riderCompletedTitle')} tab="completed" isLoading={isFetching && data !== undefined}>
      <div className="grid grid-cols-1 gap-3 px-4">
        <RiderHero name={data?.data.name ?? kept?.data.name ?? ''} figures={data?.data} today={amounts?.at(-1)} />
        {data ? <Figures rider={data.data} /> : <Skeleton className="h-48 rounded-card" />}
        {data && isSettingOn('showDeliveryCollection') ? <Cash rider={data.data} /> : null}
        {hasEarnings ? (
          amounts ? (
            <EarningsChart amounts={amounts} />
          ) : (
            <Skeleton className="h-60 rounded-card" />
          )
        ) : null}
        {data ? <Ratings ratings={data.data.ratings} /> : null}
        <section aria-label={t('riderTripsTitle')} className="mt-4">
          <h2 className="title mb-3 text-section">{t('riderTripsTitle')}</h2>
          <CompletedList />
        </section>
      </div>
    </RiderPage>
  )
}
