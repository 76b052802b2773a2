import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { Route } from 'wouter'
import { allTexts } from '#lib/all-texts.ts'

type Loader = () => Promise<{ default: ComponentType }>

const loaders: [paths: RegExp, load: Loader][] = []

/**
 * Creates a route whose screen is a separate chunk. Touching a link to the screen starts loading the chunk; a loaded
 * screen renders immediately.
 */
export function lazyRoute(path: string, importScreen: Loader): ReactElement {
  let Screen: ComponentType | undefined
  const load = async () => {
    const screen = await importScreen()
    await allTexts()
    Screen = screen.default
    return screen
  }
  const Awaited = lazy(load)
  // Matches all paths that begin with the part before the first parameter: for /stores/:restaurant/:id? all paths below
  // /stores.
  loaders.push([new RegExp(`^${path.replace(/\/[:*].*/, '(/.*)?')}$`), load])
  return <Route key={path} path={path} component={() => createElement(Screen ?? Awaited)} />
}

/** Loads the chunk of a link's screen while the finger is still on the link. */
export function preloadOnTouch(): void {
  document.addEventListener('pointerdown', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.origin === location.origin) void preload(link.pathname)
  })
}

/**
 * Loads the chunk of a screen. If the chunk fails to load, the function only writes a log line, because the navigation
 * loads the chunk again.
 */
export async function preload(path: string): Promise<void> {
  const load = loaders.find(([paths]) => paths.test(path))?.[1]
  await load?.().catch((cause: unknown) => console.warn('the screen could not be loaded ahead', path, cause))
}
