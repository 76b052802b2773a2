import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { preload, preloadOnTouch } from '#features/shell/lazy-route.tsx'
import { prepare, start } from '#features/shell/startup.ts'
import { boot } from '#lib/boot.ts'
import { setting, takeBoot } from '#lib/catalogue.ts'
import { interceptLinks } from '#lib/navigation.ts'
import { queryClient } from '#lib/query.ts'
import { listenToTabs, readKey, writeKey } from '#lib/storage.ts'
import { registerWorker } from '#lib/worker.ts'
import { App } from './app.tsx'

prepare()
takeBoot()
keepTheme()
interceptLinks()
listenToTabs()
preloadOnTouch()
// Until its own script is there, what the server wrote of the screen stands.
await preload(location.pathname)

const root = document.getElementById('app')
if (!root) throw new Error('the page has no #app')
// In slices: a slow phone goes on answering to fingers meanwhile.
startTransition(() =>
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  ),
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
    void import('#lib/tilt.ts').then(({ tiltCards }) => tiltCards())
    // Takes away what a person typed who has left.
    void import('#lib/draft.ts')
    if (readKey('theme') === undefined || setting('customCSS'))
      void import('#lib/appearance.ts').then(({ applyTheme }) => applyTheme())
  }),
)

/** The colours that came with the page are worn already; the next start finds them stored. */
function keepTheme() {
  if (readKey('theme') === undefined && boot.theme) writeKey('theme', JSON.stringify(boot.theme))
  const radius = Number(setting('restaurantCategorySliderStyle'))
  if (Number.isFinite(radius)) document.documentElement.style.setProperty('--tile-radius', `${radius}rem`)
}
