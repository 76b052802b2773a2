import { createContext, use, useEffect, useId, useState, useSyncExternalStore } from 'react'

/** The forms of a page or a panel that have unsaved changes. */
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

/**
 * The page or the panel around a form. A form outside of a page or panel asks for no confirmation when a person leaves
 * it.
 */
export const UnsavedContext = createContext(createUnsaved())

/**
 * Reports to the surrounding page or panel whether leaving would lose changes.
 * @returns a function that withdraws the report immediately, for forms that leave the page after saving
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

/** Returns the place to which the forms of a page or panel report, and whether any of them has unsaved changes. */
export function useUnsavedPlace(): { place: Unsaved; isUnsaved: boolean } {
  const [place] = useState(createUnsaved)
  return { place, isUnsaved: useSyncExternalStore(place.follow, place.isAny) }
}
