import type { Output } from '@nukkad/contract/contract.ts'
import { plainTextOf } from '@nukkad/rules/html-text.ts'
import { pictureSources } from '@nukkad/ui/picture-sources.ts'
import type { Services } from '#http/calls.ts'
import { inAttribute, inText } from './skeletons.ts'

type StoreInfo = Output<'get-restaurant-info'>
type HeadServices = Pick<Services, 'config' | 'settings'>

/** Screens that search engines may list, because all other screens are personal, or steps towards an order. */
const publicScreens = new Set([
  'home',
  'store',
  'reviews',
  'explore',
  'page',
  'daily',
  'medical',
  'categories',
  'explore-category',
  'warehouse-shelf',
])

/**
 * Returns the head that browsers, search engines and link previews read before any script runs: names, texts, pictures
 * and icons from the settings or, on the page of a store, from the store.
 */
export function headOf(
  { config, settings }: HeadServices,
  screen: { name: string; path?: string },
  store?: StoreInfo,
): string {
  const site = settings.get('storeName')
  const origin = (config.publicUrl ?? settings.get('storeUrl')).replace(/\/+$/, '')
  const title = store ? `${store.name} · ${site}` : settings.get('seoMetaTitle') || site
  const description = plainTextOf(store?.description ?? '').trim() || settings.get('seoMetaDescription')
  const whole = (path: string) => (/^https?:/.test(path) ? path : path && origin && `${origin}${path}`)
  const picture = store?.image ? whole(pictureSources(store.image).fallback) : undefined
  const previews = {
    'og:type': 'website',
    'og:site_name': site,
    'og:title': store ? title : settings.get('seoOgTitle') || title,
    'og:description': store ? description : settings.get('seoOgDescription') || description,
    'og:image': picture ?? whole(settings.get('seoOgImage')),
    'og:url': screen.path && origin && `${origin}${screen.path}`,
  }
  const cards = {
    description,
    ...(publicScreens.has(screen.name) ? {} : { robots: 'noindex' }),
    'twitter:card': previews['og:image'] ? 'summary_large_image' : 'summary',
    'twitter:site': settings.get('twitterUsername').replace(/^@?(?=.)/, '@'),
    'twitter:title': store ? '' : settings.get('seoTwitterTitle'),
    'twitter:description': store ? '' : settings.get('seoTwitterDescription'),
    'twitter:image': store ? '' : whole(settings.get('seoTwitterImage')),
  }
  const meta = (attribute: string, values: Record<string, string | undefined>) =>
    Object.entries(values)
      .filter(([, value]) => value)
      .map(([name, value]) => `<meta ${attribute}="${name}" content="${inAttribute(value!)}">`)
  const canonical = previews['og:url'] ? [`<link rel="canonical" href="${inAttribute(previews['og:url'])}">`] : []
  return [
    `<title>${inText(title)}</title>`,
    ...meta('name', cards),
    ...meta('property', previews),
    ...canonical,
    ...iconLinks(settings.get('appIcon')),
  ].join('')
}

/** Returns a version for the icon's URL, so that browsers with the previous icon load the new one. */
export function iconVersion(icon: string): string {
  return icon && `?v=${icon.slice(2, 10)}`
}

function iconLinks(icon: string): string[] {
  const path = (name: string) => inAttribute(`/assets/img/favicons/${name}${iconVersion(icon)}`)
  return [
    ...(icon ? [] : [`<link rel="icon" type="image/svg+xml" href="${path('favicon.svg')}">`]),
    `<link rel="icon" type="image/png" sizes="32x32" href="${path('favicon-32x32.png')}">`,
    `<link rel="apple-touch-icon" href="${path('apple-touch-icon.png')}">`,
  ]
}
