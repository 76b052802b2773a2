import { Pill, type PillVariant } from '@nukkad/ui/components/pill.tsx'
import { t } from '#lib/catalogue.ts'
import type { Visit } from '#lib/visits.ts'

const variants: Record<Visit['status'], PillVariant> = {
  held: 'gold',
  booked: 'ok',
  arrived: 'info',
  done: 'plain',
  no_show: 'error',
  cancelled: 'plain',
}

/** Shows the state of a visit in words. */
export function VisitState({ status }: Pick<Visit, 'status'>) {
  return <Pill variant={variants[status]}>{t(`visitState_${status}`)}</Pill>
}
