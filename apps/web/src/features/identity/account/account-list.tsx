import type { Output } from '@nukkad/contract/contract.ts'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  CalendarDays,
  ChevronRight,
  FileText,
  Globe,
  Heart,
  MapPin,
  Moon,
  Smartphone,
  Sun,
  SunMoon,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { LanguageSelect } from '#features/shell/language-select.tsx'
import { type Appearance, appearance, setAppearance } from '#lib/appearance.ts'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { isArray, readSlice, writeSlice } from '#lib/storage.ts'
import { OwnDataRows } from './own-data.tsx'

type Pages = Output<'get-pages'>
type Languages = Output<'get-all-languages'>

/** Lists the links to addresses and favourites, and the choices of language and appearance. */
export function AccountList() {
  const { data: languages } = useQuery({
    ...ask('get-all-languages', {}),
    initialData: () => readSlice('languages', isArray) as Languages | undefined,
    initialDataUpdatedAt: 0,
  })
  return (
    <ul className="divide-y divide-line rounded-card bg-surface px-4 hairline">
      <LinkRow href="/my-visits" icon={<CalendarDays />} label={t('visitsTitle')} />
      <LinkRow href="/my-addresses" icon={<MapPin />} label={t('accountAddresses')} />
      <LinkRow href="/my-favorite-stores" icon={<Heart />} label={t('accountFavourites')} />
      <LinkRow href="/my-notifications" icon={<Bell />} label={t('accountNotifications')} />
      {languages && languages.length > 1 ? (
        <li className="flex min-h-15 flex-wrap items-center gap-x-3.5">
          <Globe aria-hidden="true" className="size-5 text-ink-2" />
          <span aria-hidden="true" className="flex-1 font-medium">
            {t('accountLanguage')}
          </span>
          <span className="[&_svg:first-child]:hidden">
            <LanguageSelect />
          </span>
        </li>
      ) : null}
      <li className="py-3">
        <p aria-hidden="true" className="mb-2 flex items-center gap-3.5 font-medium">
          <SunMoon className="size-5 text-ink-2" />
          {t('accountAppearance')}
        </p>
        <AppearanceChoice />
      </li>
      <OwnDataRows />
    </ul>
  )
}

/** Lists the shop's pages (G-10). The stored list is shown until the answer arrives (S-04). */
export function PageList() {
  const { data: pages } = useQuery({
    ...ask('get-pages', {}),
    initialData: () => readSlice('pages', isArray) as Pages | undefined,
    initialDataUpdatedAt: 0,
  })
  useEffect(() => {
    if (pages) writeSlice('pages', pages)
  }, [pages])
  if (!pages || pages.length === 0) return null
  return (
    <section aria-label={t('accountPages')}>
      <h2 className="title mb-2 text-section">{t('accountPages')}</h2>
      <ul className="divide-y divide-line rounded-card bg-surface px-4 hairline">
        {pages.map(({ id, name, slug }) => (
          <LinkRow key={id} href={`/pages/${slug}`} icon={<FileText />} label={name} />
        ))}
      </ul>
    </section>
  )
}

function AppearanceChoice() {
  const [choice, setChoice] = useState(appearance)
  const choose = (next: Appearance) => {
    setAppearance(next)
    setChoice(next)
  }
  return (
    <Segmented<Appearance>
      label={t('accountAppearance')}
      value={choice}
      onChange={choose}
      segments={[
        { value: 'system', label: t('appearanceSystem'), icon: <Smartphone /> },
        { value: 'light', label: t('appearanceLight'), icon: <Sun /> },
        { value: 'dark', label: t('appearanceDark'), icon: <Moon /> },
      ]}
    />
  )
}

function LinkRow({ href, icon, label }: { href: string; icon: ReactNode; label: string }) {
  return (
    <li>
      <a href={href} className="flex min-h-15 items-center gap-3.5">
        <span aria-hidden="true" className="text-ink-2 [&_svg]:size-5">
          {icon}
        </span>
        <span className="min-w-0 flex-1 py-2 font-medium">{label}</span>
        <ChevronRight aria-hidden="true" className="size-4.5 text-ink-2 rtl:-scale-x-100" />
      </a>
    </li>
  )
}
