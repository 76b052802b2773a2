import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { Input } from '#components/controls.tsx'
import { periods, useAbout } from './period.ts'

/** Chooses the period of a report, which the page's URL holds. */
export function PeriodField() {
  const { period, change } = useAbout()
  return (
    <Segmented
      label="Period"
      value={period}
      segments={periods.map((one) => ({ ...one }))}
      onChange={(value) => change({ period: value, from: undefined, to: undefined })}
    />
  )
}

/** Chooses the first and last day of a custom period; shows nothing for other periods. */
export function OwnPeriodFields() {
  const { period, about, change } = useAbout()
  if (period !== 'own') return null
  return (
    <>
      <Input
        label="From"
        type="date"
        value={about.from}
        max={about.to}
        onChange={(event) => change({ from: event.target.value })}
      />
      <Input
        label="To"
        type="date"
        value={about.to}
        min={about.from}
        onChange={(event) => change({ to: event.target.value })}
      />
    </>
  )
}
