import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.NUKKAD_SERVER ?? 'http://127.0.0.1:3000'
const toServer = { target: server, changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    // Keeps the scripts of the previous release, so that a page that was opened before a release can still load its
    // own.
    emptyOutDir: false,
    target: ['chrome123', 'safari17.5', 'firefox129'],
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5174,
    proxy: { '/public': toServer, '/assets': toServer, '/version.json': toServer },
  },
})
