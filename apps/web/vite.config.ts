import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const server = process.env.NUKKAD_SERVER ?? 'http://127.0.0.1:3000'
const toServer = { target: server, changeOrigin: false }

/** What home draws, and every screen after it: one file compresses better than forty. */
const shellParts = [
  'rolldown-runtime|preload-helper',
  'node_modules/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|zustand)/',
  // Home asks for no lists page by page and for no number of queries at once.
  'node_modules/@tanstack/(?!.*/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\\.)',
  'lucide-react/dist/esm/(?!icons/|dynamic|lucide-react)',
  'icons/(arrow-right|badge-percent|bell|bike|chevron-(down|left|right)|circle-exclamation-point|cloud-off)\\.',
  'icons/(heart|house|locate-fixed|rotate-cw|search|shopping-bag|star|wallet|x)\\.',
  'web/src/lib/(api|boot|catalogue|clock|home-bars|install|navigation|notices|query|storage|tokens)\\.',
  'web/src/lib/(push|version-check|worker)\\.',
  'web/src/stores/(place|preferences|session)\\.',
  'web/src/features/(alerts/queries|shell/(logo|offline|page|rich-text|use-window))\\.',
  'web/src/features/stores/(favourites|store-list|summary)\\.',
  'rules/src/(badges|constants|distance|order-type)\\.',
  'ui/src/(class-names|history-layers|picture-sources)\\.',
  'ui/src/parts/(button|icon-button|picture|pill|rating|search-field|segmented|states|store-card|top-bar)\\.',
]
const inShell = new RegExp(shellParts.join('|'))

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: { 'use-sync-external-store/shim/index.js': `${import.meta.dirname}/src/lib/external-store.ts` },
  },
  plugins: [
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/app/*.{js,css,woff2}'],
        globIgnores: ['**/*delivery*', '**/tile-map*', '**/*-{devanagari,kannada,arabic}-*'],
      },
    }),
  ],
  build: {
    outDir: 'dist',
    target: ['chrome123', 'safari17.5', 'firefox129'],
    assetsDir: 'assets/app',
    assetsInlineLimit: 0,
    manifest: true,
    // Screens fetch what they import when a finger touches their link, and from the worker's cache after the first
    // visit; a list of all files of all screens would weigh on the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app/[name]-[hash].js',
        chunkFileNames: 'assets/app/[name]-[hash].js',
        assetFileNames: 'assets/app/[name]-[hash][extname]',
        // Everything that every screen needs in one file: it compresses better than in ten.
        codeSplitting: {
          groups: [
            { name: 'shell', test: inShell, priority: 2 },
            // What many screens share: one file instead of fifteen small ones, which a phone would ask for in turns.
            {
              name: 'parts',
              test: /\/(web|ui|rules)\/src\/(?!city|parts\/(field|choice|dialog))|lucide-react/,
              minShareCount: 8,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/public': toServer,
      '/version.json': toServer,
      '/assets/img': toServer,
      '/assets/map': toServer,
      '/assets/audio': toServer,
    },
  },
})
