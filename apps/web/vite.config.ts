import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { shellParts } from './shell-parts.ts'

const server = process.env.NUKKAD_SERVER ?? 'http://127.0.0.1:3000'
const toServer = { target: server, changeOrigin: false }

const inShell = new RegExp(shellParts.join('|'))

/** Small modules that several shopping screens share. Separate files would each cost a request. */
const pieces =
  /icons\/plus|ui\/src\/components\/(veg-mark|stepper|choice)\.|web\/src\/lib\/(login-sheet|morph|use-kept)\./

/** Modules of forms, sheets and screens for signed-in people, which a store's page does not need. */
const forms =
  /ui\/src\/(use-layer|use-drag|components\/(field|sheet))\.|web\/src\/(lib\/log-out|features\/shell\/send-button)\.|icons\/(eye|eye-off|circle-exclamation-point)\./

/**
 * Replaces Vite's helper around `import()`: it only waits for a screen's styles. Vite's version is ten times as long
 * and also preloads scripts, which pages and touched links already do here.
 */
const waitForStyles = `
const kept = {}
const fetchStyles = (file) => kept[file] ??= new Promise((done, failed) => {
  const href = '/' + file
  if (document.querySelector('link[href="' + href + '"]')) return done()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done })
  link.onerror = () => { delete kept[file]; link.remove(); failed(new Error('no ' + href)) }
  document.head.append(link)
})
export const __vitePreload = (load, files) =>
  files?.length ? Promise.all(files.map(fetchStyles)).then(load) : load()
`
const ownHelper: Plugin = {
  name: 'own-preload-helper',
  enforce: 'pre',
  load: { filter: { id: /vite\/preload-helper\.js$/ }, handler: () => waitForStyles },
}

/** Marks the router's `Link`, which the app does not use, so that the build can leave it out. */
const withoutLink: Plugin = {
  name: 'without-link',
  apply: 'build',
  transform: {
    filter: { id: /wouter\/src\/index\.js$/ },
    handler: (code) => code.replace('= forwardRef(', '= /* @__PURE__ */ forwardRef('),
  },
}

const unusedReact =
  'Children|PureComponent|addTransitionType|cacheSignal|createPortal|createRef|' +
  'preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|requestFormReset|unstable_batchedUpdates|' +
  'unstable_useCacheRefresh|useActionState|useFormState|useFormStatus|useImperativeHandle|useOptimistic'
const oneUnused = new RegExp(`^exports\\.(${unusedReact}) = (.*;|[\\s\\S]*?\\n\\};)$`, 'gm')
const useOfUnused = new RegExp(
  `\\bReact\\.(${unusedReact})\\b|(im|ex)port [^;'"]*\\b(${unusedReact})\\b[^;'"]*from ['"]react(-dom)?['"]`,
)

/**
 * Removes functions of React that the app does not use. The bundler keeps all exports of a CommonJS module. A source
 * that imports one of them fails the build.
 */
const withoutUnusedReact: Plugin = {
  name: 'without-unused-react',
  apply: 'build',
  transform: {
    filter: { id: /\.([jt]sx?|mjs)$/ },
    handler(code, id) {
      if (/\/react(-dom)?\.production\.js$/.test(id)) return code.replaceAll(oneUnused, '')
      const [use] = useOfUnused.exec(code) ?? []
      if (use) this.error(`${id} uses what vite.config.ts removes from React: ${use}`)
      return null
    },
  },
}

/** Removes Tailwind's fallbacks for `@property` and `color-mix()`, which all supported browsers have. */
const withoutFallbacks: Plugin = {
  name: 'without-fallbacks',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) =>
      code
        .replace(/@layer properties;|@layer properties\s*\{\s*@supports[\s\S]*?\}\s*\}\s*\}/g, '')
        .replace(/([\w-]+):[^;{}]*;\s*@supports \(color:\s?color-mix[^{]*\{\s*(\1:[^{}]*)\}/g, '$2'),
  },
}

/** Lists the page's scripts instead of loading them. `index.html` loads them after the first paint. */
const scriptsAfterPaint: Plugin = {
  name: 'scripts-after-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replaceAll(/<link rel="modulepreload" crossorigin href=/g, '<link data-script href=')
        .replace(/<script type="module" crossorigin src=("[^"]+")><\/script>/, '<link data-script="start" href=$1>'),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      {
        find: 'use-sync-external-store/shim/index.js',
        replacement: `${import.meta.dirname}/src/lib/external-store.ts`,
      },
      // The router's own parser of paths, which `exactPath` replaces.
      { find: 'regexparam', replacement: `${import.meta.dirname}/src/lib/exact-path.ts` },
      { find: '../createLucideIcon.mjs', replacement: `${import.meta.dirname}/../../packages/ui/src/lucide-icon.ts` },
    ],
  },
  plugins: [
    ownHelper,
    withoutLink,
    withoutUnusedReact,
    react(),
    tailwindcss({ optimize: false }),
    withoutFallbacks,
    scriptsAfterPaint,
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
    // Screens load their imports when a person touches their link, and later from the service worker's cache. Vite's
    // list of all files of all screens would slow down the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app/[name]-[hash].js',
        chunkFileNames: 'assets/app/[name]-[hash:7].js',
        assetFileNames: 'assets/app/[name]-[hash][extname]',
        // Modules that all screens need form one chunk, which compresses better than ten.
        codeSplitting: {
          groups: [
            { name: 'shell', test: inShell, priority: 3 },
            // Formats dates. Lists of past things need this module and a store's page does not.
            { name: 'calendar', test: /web\/src\/lib\/calendar\./, minShareCount: 8, priority: 3 },
            // Builds the paths of bookings. A visit's screen needs this module without the menu that links to it.
            { name: 'book-path', test: /lib\/book-path\./, priority: 3 },
            // Parts of a screen without its contents.
            { name: 'empty-screen', test: /features\/shell\/(back-header|screen-not-loaded)\./, priority: 3 },
            // Parts of forms and sheets. A screen does not load them before a touch opens its sheet.
            { name: 'forms', test: forms, minShareCount: 8, priority: 3 },
            // Modules that many screens share form one chunk, instead of fifteen small files requested one after the
            // other.
            {
              name: 'parts',
              test: /\/(web|ui|rules)\/src\/(?!city|gazetteer|wall-clock|order-(states|number)|cart|discount|payment-methods|phone|components\/(choice|dock|form-error|stepper)|lib\/(book-path|city|format-slot|login-sheet|menu-item|new-key|payment-methods|refusals|unpaid|use-kept|visits)|stores\/(cart|rider|schedule)|features\/shell\/(back|screen))|lucide-react(?!.*icons\/(minus|smartphone|trash))/,
              minShareCount: 8,
              priority: 2,
            },
            {
              name: 'cart-state',
              test: /(rules\/src|stores)\/cart\.|stores\/schedule\.|menu\/item\./,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'menu',
              test: /catalogue\/menu\/item-(line|rows|groups)\.|lib\/menu-item\./,
              minShareCount: 2,
              priority: 0,
            },
            { name: 'pieces', test: pieces, minShareCount: 2, priority: 1 },
            // The coupon row, which the cart and the review of a visit share.
            { name: 'coupons', test: /cart\/(coupons|use-coupons|coupon-error)\./, minShareCount: 2, priority: 0 },
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
