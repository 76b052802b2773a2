import { Button } from '@nukkad/ui/components/button.tsx'
import { MapPin, MapPinOff } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { askForPosition, usePosition } from './position.ts'

/**
 * Asks for access to the location with the reason and the effect on the battery, or explains how to allow the access
 * again (docs/reference/interface.md#rider-area).
 */
export function GpsCard() {
  const permission = usePosition(({ permission }) => permission)
  if (permission === 'granted' || permission === 'unknown') return null
  const isDenied = permission === 'denied'
  const Icon = isDenied ? MapPinOff : MapPin
  return (
    <section aria-label={t('riderGpsTitle')} className="rounded-card bg-gold-tint p-4 text-gold-ink">
      <div className="flex gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-rider font-650">{t('riderGpsTitle')}</h2>
          <p className="mt-0.5 text-body">{t(isDenied ? 'riderGpsDenied' : 'riderGpsText')}</p>
        </div>
      </div>
      {isDenied ? null : (
        <Button isBlock variant="outline" className="mt-3 min-h-14 text-rider" onClick={askForPosition}>
          {t('riderGpsAllow')}
        </Button>
      )}
    </section>
  )
}
