/** The modules that home and every other screen need, as one chunk, because one file compresses better than forty. */
const shell = [
  'rolldown-runtime|preload-helper',
  'node_modules/(react|react-dom|scheduler|wouter|use-sync-external-store|zustand)/',
  // Home uses neither infinite queries nor `useQueries`, so their modules are not part of the shell.
  'node_modules/@tanstack/(?!.*/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\\.)',
  'icons/(arrow-right|badge-percent|bell|bike|chevron-(down|left|right)|cloud-off)\\.',
  'icons/(heart|house|locate-fixed|rotate-cw|scissors|search|shopping-bag|star|wallet|x)\\.',
  'web/src/lib/(after-paint|api|audiences|boot|catalogue|clock|exact-path|home-bars|install|navigation|query|storage|toasts|tokens)\\.',
  'web/src/lib/(alerts|favourites|push|reload|store-summary|tab-storage|tag-text|updating)\\.',
  'web/src/stores/(place|preferences|session)\\.',
  'web/src/features/shell/(lazy-route|logo|offline|page|rich-text|use-window)\\.',
  'web/src/components/(filtered-stores|store-list)\\.',
  'rules/src/(badges|constants|distance|order-type)\\.',
  'ui/src/(class-names|history-layers|lucide-icon|picture-sources|sizes|use-near)\\.',
  'ui/src/components/(bottom-bar|button|category-rail|icon-button|picture|pill|promo-carousel|rating|search-link|segmented|states|store-card|top-bar)\\.',
]

/** Small modules that several shopping screens share, as one chunk, because each separate file would cost a request. */
const pieces = [
  'icons/plus',
  'ui/src/components/(veg-mark|stepper|choice)\\.',
  'web/src/lib/(login-sheet|morph|use-kept)\\.',
]

/**
 * Modules of forms, sheets and screens for signed-in people, which a store's page does not need; a screen loads them
 * only when a touch opens its sheet.
 */
const forms = [
  'ui/src/(use-layer|use-drag|components/(field|sheet))\\.',
  'web/src/(lib/log-out|features/shell/send-button)\\.',
  'icons/(eye|eye-off|circle-exclamation-point)\\.',
]

/**
 * The beginnings of the paths of modules that only some screens share, so that they are no part of the chunk `parts`.
 */
export const apart = [
  'city|gazetteer|wall-clock|order-(states|number)|cart|discount|payment-methods|phone',
  'components/(choice|dock|form-error|stepper|store-picture)',
  'lib/(book-path|city|format-slot|login-sheet|menu-item|new-key|notify-failure|payment-methods|refusals|unpaid|use-kept|visits)',
  'stores/(cart|rider|schedule)',
  'features/shell/(back|screen)',
]
/** Icons that are no part of the chunk `parts`. */
export const iconsApart = 'minus|smartphone|trash'

type Group = { name: string; parts: readonly string[]; minShareCount?: number; priority: number }

/**
 * The chunks that contain several modules, each with patterns for the paths of its modules. If several groups match a
 * module, the one with the highest priority takes it; of equal ones, the first.
 */
export const groups: readonly Group[] = [
  { name: 'shell', parts: shell, priority: 3 },
  // Screens with lists of past orders, visits or transactions need this module, which formats dates; a store's page
  // does not.
  { name: 'calendar', parts: ['web/src/lib/calendar\\.'], minShareCount: 8, priority: 3 },
  // The screen of a visit needs this module, which builds the paths of bookings, but not the menu's code, which uses it
  // too.
  { name: 'book-path', parts: ['lib/book-path\\.'], priority: 3 },
  // The parts around the contents of a screen, such as its top bar.
  { name: 'empty-screen', parts: ['features/shell/(back-header|screen-not-loaded)\\.'], priority: 3 },
  { name: 'forms', parts: forms, minShareCount: 8, priority: 3 },
  // Modules that many screens share form one chunk, instead of fifteen small files requested one after the other.
  {
    name: 'parts',
    parts: [`/(web|ui|rules)/src/(?!${apart.join('|')})`, `lucide-react(?!.*icons/(${iconsApart}))`],
    minShareCount: 8,
    priority: 2,
  },
  { name: 'cart-state', parts: ['(rules/src|stores)/cart\\.', 'stores/schedule\\.'], minShareCount: 2, priority: 1 },
  {
    name: 'menu',
    parts: ['catalogue/menu/item-(line|rows|groups)\\.', 'lib/menu-item\\.'],
    minShareCount: 2,
    priority: 0,
  },
  { name: 'pieces', parts: pieces, minShareCount: 2, priority: 1 },
  // The coupon row, which the cart and the review of a visit share.
  { name: 'coupons', parts: ['cart/(coupons|use-coupons|coupon-error)\\.'], minShareCount: 2, priority: 0 },
]
