import { createContext, use, useEffect, useId, useState, useSyncExternalStore } from 'react'

/** The forms of a page, or of one panel, in which something was typed that is not saved yet. */
export type Unsaved = {
  isAny: () => boolean
  set: (form: string, isUnsaved: boolean) => void
  follow: (tell: () => void) => () => void
}

export function createUnsaved(): Unsaved {
  const forms = new Set<string>()
  const listeners = new Set<() => void>()
  return {
    isAny: () => forms.size > 0,
    set: (form, isUnsaved) => {
      if (isUnsaved) forms.add(form)
      else forms.delete(form)
      for (const tell of listeners) tell()
    },
    follow: (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}

/** The page or the panel around a form; outside of both nobody asks. */
export const UnsavedContext = createContext(createUnsaved())

/**
 * Tells the page or the panel around it whether something would be lost by leaving.
 * @returns forgets it at once, for what leaves by itself after saving
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const place = use(UnsavedContext)
  const form = useId()
  useEffect(() => {
    place.set(form, isUnsaved)
    return () => place.set(form, false)
  }, [place, form, isUnsaved])
  return () => place.set(form, false)
}

/** A place for forms, and whether something in them is not saved. */
export function useUnsavedPlace(): { place: Unsaved; isUnsaved: boolean } {
  const [place] = useState(createUnsaved)
  return { place, isUnsaved: useSyncExternalStore(place.follow, place.isAny) }
}
