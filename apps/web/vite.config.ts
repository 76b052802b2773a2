import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { groups } from './chunks.ts'

const server = process.env.NUKKAD_SERVER ?? 'http://127.0.0.1:3000'
const toServer = { target: server, changeOrigin: false }

/**
 * Replaces Vite's helper around `import()`: it only waits for a screen's styles. Vite's version is ten times as long
 * and also preloads scripts, which the app's pages and touched links already do.
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
 * Removes functions of React that the app does not use, because the bundler keeps all exports of a CommonJS module. If
 * a source imports one of the removed functions, the build fails.
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

/** Replaces the script elements of the page by a list of scripts, which `index.html` loads after the first paint. */
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
      // Replaces the router's own parser of paths by the app's stricter one.
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
    // Vite's list of all files of all screens is left out, because it would slow down the first load: a screen's files
    // load when a person touches its link, and later come from the service worker's cache.
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
        codeSplitting: {
          groups: groups.map(({ parts, ...group }) => ({ ...group, test: new RegExp(parts.join('|')) })),
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
