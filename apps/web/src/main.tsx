import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { preloadOnTouch } from '#features/shell/lazy-route.tsx'
import { prepare, start } from '#features/shell/startup.ts'
import { takeBoot } from '#lib/catalogue.ts'
import { interceptLinks } from '#lib/navigation.ts'
import { queryClient } from '#lib/query.ts'
import { readKey } from '#lib/storage.ts'
import { registerWorker } from '#lib/worker.ts'
import { App } from './app.tsx'

prepare()
takeBoot()
interceptLinks()
preloadOnTouch()

const root = document.getElementById('app')
if (!root) throw new Error('the page has no #app')
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <App />
  </QueryClientProvider>,
)

// After the first paint, so that nothing of it delays what a person sees.
requestAnimationFrame(() =>
  setTimeout(() => {
    start().catch((cause: unknown) => console.warn('start did not finish', cause))
    registerWorker()
    if (readKey('theme') === undefined) void import('#lib/appearance.ts').then(({ applyTheme }) => applyTheme())
  }),
)
