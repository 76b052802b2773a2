import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const server = process.env.NUKKAD_SERVER ?? 'http://127.0.0.1:3000'
const toServer = { target: server, changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
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
        globIgnores: ['**/*delivery*', '**/maplibre*'],
      },
    }),
  ],
  build: {
    outDir: 'dist',
    target: ['chrome123', 'safari17.5', 'firefox129'],
    assetsDir: 'assets/app',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/app/[name]-[hash].js',
        chunkFileNames: 'assets/app/[name]-[hash].js',
        assetFileNames: 'assets/app/[name]-[hash][extname]',
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
