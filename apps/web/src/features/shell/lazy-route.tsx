import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { Route } from 'wouter'
import { allTexts } from './startup.ts'

type Loader = () => Promise<{ default: ComponentType }>

const loaders: [paths: RegExp, load: Loader][] = []

/** A screen in its own chunk, which starts to load as soon as a link to it is touched. One that is there stands at once. */
export function lazyRoute(path: string, importScreen: Loader): ReactElement {
  let Screen: ComponentType | undefined
  const load = async () => {
    const screen = await importScreen()
    await allTexts
    Screen = screen.default
    return screen
  }
  const Awaited = lazy(load)
  // What follows the first parameter is anything: /stores/:restaurant/:id? is everything below /stores.
  loaders.push([new RegExp(`^${path.replace(/\/[:*].*/, '(/.*)?')}$`), load])
  return <Route key={path} path={path} component={() => createElement(Screen ?? Awaited)} />
}

/** Fetches the chunk of the screen behind a link while the finger is still on it. */
export function preloadOnTouch(): void {
  document.addEventListener('pointerdown', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.origin === location.origin) void preload(link.pathname)
  })
}

/** Fetches the chunk of a screen. A failure is no concern here: the navigation will try again. */
export async function preload(path: string): Promise<void> {
  const load = loaders.find(([paths]) => paths.test(path))?.[1]
  await load?.().catch((cause: unknown) => console.warn('screen not loaded ahead', path, cause))
}
