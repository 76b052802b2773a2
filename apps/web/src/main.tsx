import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { preload, preloadOnTouch } from '#features/shell/lazy-route.tsx'
import { prepare, start } from '#features/shell/startup.ts'
import { boot } from '#lib/boot.ts'
import { setting, takeBoot } from '#lib/catalogue.ts'
import { followHistory } from '#lib/history-entries.ts'
import { interceptLinks } from '#lib/navigation.ts'
import { queryClient } from '#lib/query.ts'
import { listenToTabs, readKey, writeKey } from '#lib/storage.ts'
import { App } from './app.tsx'

prepare()
takeBoot()
keepTheme()
followHistory()
interceptLinks()
listenToTabs()
preloadOnTouch()
// The content rendered by the server stays visible until the screen's script has loaded.
await preload(location.pathname)

const root = document.getElementById('app')
if (!root) throw new Error('the page has no element #app')
// React renders the app in slices, so that a slow phone keeps reacting to touches.
startTransition(() =>
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  ),
)

// The dashboard's theme editor shows this app in a frame called `theme-preview` and sends it the unpublished theme.
if (window.name === 'theme-preview')
  void import('#features/shell/theme-preview.ts').then(({ followStudio }) => followStudio())

// The further work of the start runs after the first paint, so that it does not delay the first screen.
requestAnimationFrame(() =>
  setTimeout(() => {
    start().catch((cause: unknown) => console.warn('the start of the app failed', cause))
    if (readKey('theme') === undefined || setting('customCSS'))
      void import('#lib/appearance.ts').then(({ applyTheme }) => applyTheme())
  }),
)

/** Stores the embedded theme, which the page already uses, for the next start. */
function keepTheme() {
  if (readKey('theme') === undefined && boot.theme) writeKey('theme', JSON.stringify(boot.theme))
  const radius = Number(setting('restaurantCategorySliderStyle'))
  if (Number.isFinite(radius)) document.documentElement.style.setProperty('--tile-radius', `${radius}rem`)
}
