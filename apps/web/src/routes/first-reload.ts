import { DESKTOP_FIRST_RELOAD_MS } from '@nukkad/rules/constants.ts'
import { forceReload } from '#lib/reload.ts'
import { isArray, readKey, readSlice, writeKey } from '#lib/storage.ts'

/**
 * Reloads a first desktop visit once, 2 s after the languages have arrived (M-30, GAP-62).
 * @returns a function that cancels the reload
 */
export function reloadFirstVisit(): () => void {
  if (readKey('desktopLoaded') === 'true') return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = setInterval(() => {
    if (readSlice('languages', isArray) === undefined) return
    clearInterval(waiting)
    timer = setTimeout(() => {
      writeKey('desktopLoaded', 'true')
      forceReload()
    }, DESKTOP_FIRST_RELOAD_MS)
  }, 100)
  return () => {
    clearInterval(waiting)
    clearTimeout(timer)
  }
}
