import { Button } from '@nukkad/ui/parts/button.tsx'
import { Sheet } from '@nukkad/ui/parts/sheet.tsx'
import { LocateFixed, MapPin } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { usePlace } from '#stores/place.ts'

/** Asks where the person is while the place is only the shop's choosing (C-36). */
export default function LocationPrompt() {
  const { place, hasPicked } = usePlace()
  const [isDismissed, setDismissed] = useState(false)
  const isOpen = !isDismissed && !hasPicked && place?.businessLocation === true
  return (
    <Sheet
      isOpen={isOpen}
      onClose={() => setDismissed(true)}
      title={t('homeLocationPromptTitle')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid gap-1">
          <Button isBlock onClick={() => go('/my-location?here=1')}>
            <LocateFixed aria-hidden="true" className="size-5" />
            {t('homeLocationPromptUse')}
          </Button>
          <Button isBlock look="plain" onClick={() => go('/search-location')}>
            {t('homeLocationPromptSearch')}
          </Button>
        </div>
      }
    >
      <div className="grid h-28 place-items-center rounded-card bg-(--c-map-ground)">
        <span className="grid size-12 place-items-center rounded-full bg-ink text-bg shadow-2">
          <MapPin aria-hidden="true" className="size-5.5" />
        </span>
      </div>
      <p className="mt-3 text-ink-2">{t('homeLocationPromptText', { place: place?.address ?? '' })}</p>
    </Sheet>
  )
}
