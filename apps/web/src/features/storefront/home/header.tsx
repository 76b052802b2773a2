import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { ChevronDown, LocateFixed } from 'lucide-react'
import type { ReactNode } from 'react'
import { logoPath } from '#features/shell/logo.ts'
import { setting, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { tagText } from '#lib/tag-text.ts'
import { usePlace } from '#stores/place.ts'

/** Shows the logo, the current location and a link to change it, without a back button (C-07, A-31, A-32). */
export function HomeHeader({ children }: { children?: ReactNode }) {
  const place = usePlace((state) => state.place)
  return (
    <header className="mx-auto flex max-w-192 flex-wrap items-center gap-3 px-4 pt-[calc(12px+var(--safe-top))]">
      <img src={logoPath()} alt={setting('storeName')} width={40} height={40} className="size-10 rounded-[14px]" />
      <a href="/search-location" className="reach min-w-0 flex-1">
        <span className="flex items-center gap-1 text-heading">
          <span className="truncate">{place?.tag ? tagText(place.tag) : t('homeDeliverTo')}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </span>
        <span dir="auto" className="block min-h-4.5 truncate text-small text-ink-2">
          {[place?.house, place?.address].filter(Boolean).join(', ')}
        </span>
      </a>
      <IconButton label={t('a11yLocateOnMap')} variant="boxed" onClick={() => go('/my-location')}>
        <LocateFixed aria-hidden="true" />
      </IconButton>
      {children ? <div className="w-full">{children}</div> : null}
    </header>
  )
}
