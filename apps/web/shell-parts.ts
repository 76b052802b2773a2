/** The modules that home and every other screen need. They form one chunk, which compresses better than forty files. */
export const shellParts = [
  'rolldown-runtime|preload-helper',
  'node_modules/(react|react-dom|scheduler|wouter|use-sync-external-store|zustand)/',
  // Home uses neither infinite queries nor `useQueries`, so their modules are not part of the shell.
  'node_modules/@tanstack/(?!.*/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\\.)',
  'icons/(arrow-right|badge-percent|bell|bike|chevron-(down|left|right)|cloud-off)\\.',
  'icons/(heart|house|locate-fixed|rotate-cw|scissors|search|shopping-bag|star|wallet|x)\\.',
  'web/src/lib/(after-paint|api|audiences|boot|catalogue|clock|exact-path|home-bars|install|navigation|query|storage|toasts|tokens)\\.',
  'web/src/lib/(alerts|favourites|push|reload|store-summary|tab-storage|tag-text|updating)\\.',
  'web/src/stores/(place|preferences|session)\\.',
  'web/src/features/shell/(logo|offline|page|rich-text|use-window)\\.',
  'web/src/components/(filtered-stores|store-list)\\.',
  'rules/src/(badges|constants|distance|order-type)\\.',
  'ui/src/(class-names|history-layers|lucide-icon|picture-sources|sizes|use-near)\\.',
  'ui/src/components/(bottom-bar|button|category-rail|icon-button|picture|pill|promo-carousel|rating|search-link|segmented|states|store-card|top-bar)\\.',
]
