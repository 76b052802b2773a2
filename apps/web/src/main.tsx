import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { preload, preloadOnTouch } from '#features/shell/lazy-route.tsx'
import { prepare, start } from '#features/shell/startup.ts'
import { boot } from '#lib/boot.ts'
import { setting, takeBoot } from '#lib/catalogue.ts'
import { interceptLinks } from '#lib/navigation.ts'
import { queryClient } from '#lib/query.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { registerWorker } from '#lib/worker.ts'
import { App } from './app.tsx'

const MOST_WAIT_FOR_COVER_MS = 400

prepare()
takeBoot()
keepTheme()
interceptLinks()
preloadOnTouch()
preload(location.pathname)

const root = document.getElementById('app')
if (!root) throw new Error('the page has no #app')
await shellIsPainted()
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
)

// The theme studio of the dashboard shows this app in a frame of this name.
if (window.name === 'theme-preview')
  void import('#features/shell/theme-preview.ts').then(({ followStudio }) => followStudio())

// After the first paint, so that nothing of it delays what a person sees.
requestAnimationFrame(() =>
  setTimeout(() => {
    start().catch((cause: unknown) => console.warn('start did not finish', cause))
    registerWorker()
    // At hand before the first link is pressed.
    import('#lib/morph.ts').catch((cause: unknown) => console.warn('no transitions', cause))
    if (readKey('theme') === undefined) void import('#lib/appearance.ts').then(({ applyTheme }) => applyTheme())
  }),
)

/** The first rendering holds a slow phone's thread for long: what the page brought along is on the screen before it. */
async function shellIsPainted(): Promise<void> {
  if (document.visibilityState === 'hidden') return // there are no frames to wait for
  const cover = document.querySelector<HTMLImageElement>('#app picture img')
  await Promise.race([cover?.decode().catch(() => {}), new Promise((done) => setTimeout(done, MOST_WAIT_FOR_COVER_MS))])
  // One frame to draw it, one in which it is seen.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
}

/** The colours that came with the page are worn already; the next start finds them stored. */
function keepTheme() {
  if (readKey('theme') === undefined && boot.theme) writeKey('theme', JSON.stringify(boot.theme))
  const radius = Number(setting('restaurantCategorySliderStyle'))
  if (Number.isFinite(radius)) document.documentElement.style.setProperty('--tile-radius', `${radius}rem`)
}
