import type { Output } from '@nukkad/contract/contract.ts'
import { hasTags } from '@nukkad/rules/html-text.ts'
import { type OpeningWindow, weekdays } from '@nukkad/rules/opening-hours.ts'
import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { RichText } from '#features/shell/rich-text.tsx'
import { t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { clockTime } from '#lib/clock.ts'
import { locale } from '#lib/locale.ts'
import { licenceText, weekOf } from '#lib/store-facts.ts'

type Store = Output<'get-restaurant-info'>

/**
 * Shows a store's description with its formatting (the store page shows it as plain text), its address with a map, its
 * phone, opening hours and licence.
 */
export function StoreInfo({ store }: { store: Store }) {
  return (
    <>
      {hasTags(store.description) ? (
        <div className="mb-4">
          <RichText html={store.description} />
        </div>
      ) : null}
      <Address store={store} />
      {store.phone ? (
        <Part title={t('storePhoneTitle')}>
          <a href={`tel:${store.phone}`} className="press inline-flex min-h-11 items-center gap-2 font-650 text-brand">
            <Phone aria-hidden="true" className="size-4.5" />
            <span dir="ltr" className="num">
              {store.phone}
            </span>
          </a>
        </Part>
      ) : null}
      <Hours store={store} />
      {store.certificate ? (
        <Part title={t('storeLicenceTitle')}>
          <p className="num text-ink-2">{licenceText(store.certificate)}</p>
        </Part>
      ) : null}
    </>
  )
}

function Address({ store }: { store: Store }) {
  const city = useCity()
  const at = { latitude: Number(store.latitude), longitude: Number(store.longitude) }
  return (
    <Part title={t('storeAddressTitle')}>
      <p dir="auto" className="text-ink-2">
        {[store.address, store.landmark, store.pincode].filter(Boolean).join(', ')}
      </p>
      <div className="mt-2.5 h-40 overflow-hidden rounded-card">
        <CityMap
          label={t('a11yMap')}
          city={city}
          pins={[{ id: 'store', kind: 'store', at }]}
          leastMetres={900}
          recentreLabel={t('a11yRecentre')}
        />
      </div>
    </Part>
  )
}

/** The weekdays from Monday on. */
const week = [...weekdays.slice(1), weekdays[0]]
/** A date that is a Sunday, from which the names of the weekdays are formatted. */
const SUNDAY = Date.UTC(2026, 0, 4)

function Hours({ store }: { store: Store }) {
  const hours = weekOf(store)
  if (!hours) return null
  const today = weekdays[new Date().getDay()]
  return (
    <Part title={t('storeHoursTitle')}>
      <dl className="num">
        {week.map((day) => (
          <div
            key={day}
            aria-current={day === today ? 'date' : undefined}
            className={`flex min-h-8 justify-between gap-4 ${day === today ? 'font-650' : 'text-ink-2'}`}
          >
            <dt>{nameOf(weekdays.indexOf(day))}</dt>
            <dd className="text-end">
              {windowTexts(hours[day] ?? []).map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function nameOf(weekday: number): string {
  const day = new Date(SUNDAY + weekday * 86_400_000)
  return day.toLocaleDateString(locale(), { weekday: 'long', timeZone: 'UTC' })
}

function windowTexts(windows: readonly OpeningWindow[]): string[] {
  if (windows.length === 0) return [t('storeCardClosed')]
  if (windows.some(({ open, close }) => open === '00:00' && (close === '24:00' || close === '00:00')))
    return [t('storeOpenAllDay')]
  return windows.map(({ open, close }) => `${clockTime(open)} – ${clockTime(close)}`)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 first:mt-1">
      <h3 className="mb-1 text-heading">{title}</h3>
      {children}
    </section>
  )
}
