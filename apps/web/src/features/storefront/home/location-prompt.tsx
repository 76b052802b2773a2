import { Button } from '@nukkad/ui/components/button.tsx'
import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { go } from '#lib/navigation.ts'
import { readKey } from '#lib/storage.ts'
import { usePlace } from '#stores/place.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Asks for the person's location while the shop and not the person has chosen the current one (C-36). */
export default function LocationPrompt({ isOpen, onClose }: Props) {
  const place = usePlace((state) => state.place)
  const city = useCity()
  // The blurred preview on the desktop page asks for no location until a press on "Use App" renders it again.
  const [isPreview] = useState(() => window.top !== window && readKey('useAppClicked') !== 'true')
  return (
    <Sheet
      isOpen={isOpen && !isPreview}
      onClose={onClose}
      title={t('homeLocationPromptTitle')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid gap-1">
          <Button isBlock onClick={() => go('/my-location?here=1')}>
            <LocateFixed aria-hidden="true" className="size-5" />
            {t('homeLocationPromptUse')}
          </Button>
          <Button isBlock variant="plain" onClick={() => go('/search-location')}>
            {t('homeLocationPromptSearch')}
          </Button>
        </div>
      }
    >
      {/* The map is inert, because it is only decoration: the text below the map names the location. */}
      <div inert className="h-28 overflow-hidden rounded-card bg-(--c-map-ground)">
        {isOpen && place ? (
          <CityMap
            label=""
            recentreLabel=""
            leastMetres={1100}
            city={city}
            pins={[{ id: 'place', kind: 'home', at: { latitude: place.lat, longitude: place.lng } }]}
          />
        ) : null}
      </div>
      <p className="mt-3 text-ink-2">{t('homeLocationPromptText', { place: place?.address ?? '' })}</p>
    </Sheet>
  )
}
