import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'
import type { ListedStore } from './store-summary.ts'

let answer: (response: Response) => void

beforeEach(() => {
  vi.resetModules()
  installBrowser({})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

const storeOf = (id: number) => ({ id, name: `Store ${id}` }) as ListedStore
const refusal = { success: false, message: '', error: { code: 'STORE_UNKNOWN' } }

/** Signs a person in who keeps one store, and lets them add another; returns the step after which the server answers. */
async function addSecond() {
  const { keepSession, forgetSession } = await import('#stores/session.ts')
  const { ask, queryClient } = await import('./query.ts')
  const { toggleFavourite } = await import('./toggle-favourite.ts')
  const { queryKey } = ask('get-favorite-stores', { latitude: 12.9, longitude: 77.6 })
  const signIn = (id: number) =>
    keepSession({ success: true, data: { id, auth_token: `token of ${id}` } } as Parameters<typeof keepSession>[0])
  signIn(7)
  queryClient.setQueryData(queryKey, [storeOf(1)])
  const adding = toggleFavourite(storeOf(2), { list: queryKey, isGuest: false })
  const shown = () => queryClient.getQueryData(queryKey)?.map(({ id }) => id)
  return {
    adding,
    shown,
    forgetSession,
    signIn,
    show: (ids: number[]) => queryClient.setQueryData(queryKey, ids.map(storeOf)),
  }
}

test('[K-10] a refused favourite disappears again', async () => {
  const { adding, shown } = await addSecond()
  expect(shown()).toEqual([2, 1])
  answer(Response.json(refusal, { status: 400 }))
  await adding
  expect(shown()).toEqual([1])
})

test('[H-15] the favourites of a person who logged out meanwhile do not come back', async () => {
  const { adding, shown, forgetSession } = await addSecond()
  forgetSession(true)
  answer(Response.json(refusal, { status: 400 }))
  await adding
  expect(shown()).toBeUndefined()
})

test('[H-15] the next person keeps their own favourites', async () => {
  const { adding, shown, show, forgetSession, signIn } = await addSecond()
  forgetSession(true)
  signIn(8)
  show([5])
  answer(Response.json({ is_favorited: true }))
  await adding
  expect(shown()).toEqual([5])
})
