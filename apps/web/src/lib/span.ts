import { t } from './catalogue.ts'

/** Returns a length of time for the screen, such as "35 min" or "1 h 20 min". */
export function spanOf(minutes: number): string {
  if (minutes < 60) return t('trackingMinutes', { minutes })
  return t('spanHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
