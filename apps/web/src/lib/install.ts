import { create } from 'zustand'

/** The browser's install prompt. A page can show the prompt once, and only after a press. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

export const useInstall = create<{ question: InstallEvent | null }>(() => ({ question: null }))

const { userAgent, maxTouchPoints } = navigator

/**
 * Whether this is an iPhone or iPad that shows the app in a browser tab. New iPads identify themselves as Macs, so the
 * number of touch points distinguishes them.
 */
export const isIosBrowser =
  (/iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) &&
  !matchMedia('(display-mode: standalone)').matches

/** Returns whether there is a way to install the app, so that its row is worth loading. */
export function useCanInstall(): boolean {
  return useInstall(({ question }) => question !== null) || isIosBrowser
}

// The browser's install event may arrive before a screen shows the install button, so it is stored here.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useInstall.setState({ question: event as InstallEvent })
})
addEventListener('appinstalled', () => useInstall.setState({ question: null }))
