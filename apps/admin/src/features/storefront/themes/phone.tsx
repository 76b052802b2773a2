import type { Theme } from '@nukkad/contract/storefront/themes.ts'
import type { SchemeName } from '@nukkad/ui/theme.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api.ts'

const screens = ['Home', 'Store', 'Cart', 'Account'] as const
type Screen = (typeof screens)[number]

type PhoneProps = { theme: Theme; scheme: SchemeName; onScheme: (scheme: SchemeName) => void }

/**
 * Shows the customer app in a frame with the theme being edited. The theme is sent to the frame by messages and is not
 * stored there, so no one else sees it.
 */
export function Phone({ theme, scheme, onScheme }: PhoneProps) {
  const [screen, setScreen] = useState<Screen>('Home')
  const { frame, tell } = usePreview(theme, scheme)
  const { data: store } = useQuery({ queryKey: ['a store to show'], queryFn: findStore, staleTime: Infinity })
  const paths: Record<Screen, string> = {
    Home: '/',
    Store: store ? `/stores/${store}` : '/',
    Cart: '/cart',
    Account: '/my-account',
  }
  return (
    <section aria-label="Phone" className="grid justify-items-center gap-3">
      <div className="flex flex-wrap justify-center gap-2">
        <fieldset aria-label="Screen" className="flex gap-1">
          {screens.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === screen}
              onClick={() => {
                setScreen(name)
                tell({ path: paths[name] })
              }}
              className={`min-h-10 rounded-control px-3 text-label ${name === screen ? 'bg-tint text-on-tint' : 'hover:bg-sunken'}`}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          aria-pressed={scheme === 'dark'}
          onClick={() => onScheme(scheme === 'dark' ? 'light' : 'dark')}
          className="control text-label"
        >
          Dark
        </button>
      </div>
      <div className="h-181 w-full max-w-92.5 overflow-hidden rounded-[2.6rem] bg-sunken shadow-2 outlined">
        <iframe
          ref={frame}
          name="theme-preview"
          title="The shop as a customer sees it"
          src="/"
          // The frame has the width of a phone, 390 px, and is scaled to the available width.
          className="h-190.5 w-97.5 origin-top-left scale-[0.949] border-0"
        />
      </div>
    </section>
  )
}

/**
 * Sends the theme to the frame when the frame is ready and when the theme changes. The returned `tell` sends other
 * messages to the frame.
 */
function usePreview(theme: Theme, scheme: SchemeName) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [readyAt, setReadyAt] = useState(0)
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<{ kind?: unknown } | null>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data?.kind === 'ready')
        setReadyAt(Date.now())
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  const tell = (message: object) =>
    frame.current?.contentWindow?.postMessage({ kind: 'look', ...message }, location.origin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame that has reloaded needs the theme again
  useEffect(() => {
    // An empty value of the theme means that the setting is unset.
    tell({ values: Object.fromEntries(Object.entries(theme).map(([key, value]) => [key, value || 'null'])), scheme })
  }, [theme, scheme, readyAt])
  return { frame, tell }
}

/** Returns a store that delivers to the primary location. */
async function findStore(): Promise<string | null> {
  const [place] = await call('popular-geo-locations', {})
  if (!place) return null
  const [store] = await call('get-delivery-restaurants', { latitude: place.latitude, longitude: place.longitude })
  return store?.slug ?? null
}
