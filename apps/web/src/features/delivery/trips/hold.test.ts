import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'

const session = { success: true, data: { id: 7, auth_token: 'of-ravi' } }
let client: QueryClient
let stored: Map<string, string>

beforeEach(() => {
  vi.resetModules()
  stored = installBrowser({ delivery_user: JSON.stringify(session) })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})

afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

/** Starts watching for a blocked account, and returns functions that simulate errors and read the result. */
async function openArea() {
  const { ApiError } = await import('#lib/api.ts')
  const { useOnHold, watchHold } = await import('./hold.ts')
  const { useRider } = await import('#stores/rider.ts')
  const stop = watchHold(client)
  const refuse = (code: ConstructorParameters<typeof ApiError>[1]) => () =>
    Promise.reject(new ApiError(401, code, '', undefined))
  const isIn = () => useRider.getState().rider !== null
  return { refuse, isIn, isOnHold: () => useOnHold.getState().isOnHold, stop }
}

test('a list refused to a blocked rider signs them out and shows the reason', async () => {
  const { refuse, isIn, isOnHold } = await openArea()
  expect([isIn(), isOnHold()]).toEqual([true, false])
  await client
    .fetchQuery({ queryKey: ['delivery/get-delivery-orders', {}], queryFn: refuse('ACCOUNT_BANNED') })
    .catch(() => {})
  expect([isIn(), isOnHold()]).toEqual([false, true])
  expect(stored.has('delivery_user')).toBe(false)
})

test('a refused step does the same for a blocked rider', async () => {
  const { refuse, isIn } = await openArea()
  const step = new MutationObserver(client, { mutationFn: refuse('ACCOUNT_BANNED') })
  await step.mutate().catch(() => {})
  expect(isIn()).toBe(false)
})

test('no other error does this, nor does one of a customer in the same browser', async () => {
  const { refuse, isIn } = await openArea()
  await client
    .fetchQuery({ queryKey: ['delivery/get-delivery-orders', {}], queryFn: refuse('ORDER_NOT_YOURS') })
    .catch(() => {})
  await client.fetchQuery({ queryKey: ['get-orders', {}], queryFn: refuse('ACCOUNT_BANNED') }).catch(() => {})
  expect(isIn()).toBe(true)
})
