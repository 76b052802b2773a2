import { useQuery } from '@tanstack/react-query'
import { Select } from '#components/controls.tsx'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
import { useSalon } from '#features/bookings/reception/use-salon.ts'
import { NoSalon } from '#features/bookings/reception/with-salon.tsx'
import { ReportCards } from '#features/bookings/report/report-cards.tsx'
import { useAbout } from '#features/insight/reports/period.ts'
import { OwnPeriodFields, PeriodField } from '#features/insight/reports/period-fields.tsx'
import { formatDay } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

const weekChoices = [2, 4, 6, 8, 12]
const USUAL_WEEKS = 6

/** Shows how a salon's people and resources were used, and how its visits ended. */
export default function SalonReportRoute() {
  const { id } = useSalon()
  const { about, search } = useAbout()
  const weeks = weekChoices.find((choice) => String(choice) === search.weeks) ?? USUAL_WEEKS
  return (
    <>
      <PageHead
        title="Salon report"
        text={`${formatDay(about.from)} to ${formatDay(about.to)}, in the time zone of the salon.`}
      />
      <Choices weeks={weeks} />
      {id === undefined ? (
        <NoSalon />
      ) : (
        <Report key={id} asked={{ store_id: id, from: about.from, to: about.to, weeks }} />
      )}
    </>
  )
}

type Asked = { store_id: number; from: string; to: string; weeks: number }

function Report({ asked }: { asked: Asked }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(ask('dashboard/bookings/report', asked))
  if (!data) return <Loading error={error} refetch={refetch} className="h-90" />
  return (
    <div aria-busy={isFetching} className={isPlaceholderData ? 'opacity-60' : undefined}>
      <ReportCards report={data} weeks={asked.weeks} period={`${asked.from}-${asked.to}`} />
    </div>
  )
}

function Choices({ weeks }: { weeks: number }) {
  const { change } = useAbout()
  return (
    <div className="mb-4 grid items-end gap-3 wide:flex wide:flex-wrap">
      <div className="min-w-0 wide:w-96">
        <p aria-hidden="true" className="mb-1 hidden text-label wide:block">
          Period
        </p>
        <PeriodField />
      </div>
      <SalonField />
      <OwnPeriodFields />
      <Select
        label="Came back within"
        value={String(weeks)}
        options={weekChoices.map((choice) => ({ value: String(choice), label: `${choice} weeks` }))}
        onChange={(event) => change({ weeks: event.target.value })}
      />
    </div>
  )
}
