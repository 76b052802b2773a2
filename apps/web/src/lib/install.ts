import { create } from 'zustand'

/** What a browser that can install the app hands over: the question, to be asked once, by a press. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

export const useInstall = create<{ question: InstallEvent | null }>(() => ({ question: null }))

const { userAgent, maxTouchPoints } = navigator

/** An iPhone or iPad that does not show the app on its own; new iPads call themselves Macs. */
export const isIosBrowser =
  (/iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) &&
  !matchMedia('(display-mode: standalone)').matches

// It may come before any screen that shows the button.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  useInstall.setState({ question: event as InstallEvent })
})
addEventListener('appinstalled', () => useInstall.setState({ question: null }))
