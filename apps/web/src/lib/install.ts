import { create } from 'zustand'

/** The browser's install prompt. A page can show an install prompt once, and only after a press. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

export const useInstall = create<{ question: InstallEvent | null }>(() => ({ question: null }))

const { userAgent, maxTouchPoints } = navigator

/**
 * Whether this is an iPhone or iPad that shows the app in a browser tab. New iPads identify themselves as Macs, so the
 * number of touch points distinguishes an iPad from a Mac.
 */
export const isIosBrowser =
  (/iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) &&
  !matchMedia('(display-mode: standalone)').matches

/** Returns whether the person can install the app, so that the screen loads the row that offers it. */
export function useCanInstall(): boolean {
  return useInstall(({ question }) => question !== null) || isIosBrowser
}

// Stores the browser's install event, because it may arrive before a screen shows the install button.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useInstall.setState({ question: event as InstallEvent })
})
addEventListener('appinstalled', () => useInstall.setState({ question: null }))
