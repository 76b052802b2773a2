import { afterEach, expect, test, vi } from 'vitest'
import { installBrowser } from '#test/browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function setupWith(settings: Record<string, string>) {
  installBrowser(settings)
  const { mayAskForPush, pushSetup } = await import('./push-subscription.ts')
  return { setup: pushSetup(), mayAsk: mayAskForPush() }
}

test('[L-09] [P-89] [GAP-51] the push account comes from the settings', async () => {
  const { setup } = await setupWith({ firebasePublic: 'BPublic', firebaseSenderId: '1234567890' })
  expect(setup).toEqual({ publicKey: 'BPublic', senderId: '1234567890' })
})

test('[L-09] the sender id may be missing, and without a public key push is off', async () => {
  expect((await setupWith({ firebasePublic: 'BPublic' })).setup).toEqual({ publicKey: 'BPublic', senderId: undefined })
  vi.resetModules()
  expect(await setupWith({ firebaseSenderId: '1234567890', enablePushNotification: 'true' })).toEqual({
    setup: undefined,
    mayAsk: false,
  })
})
