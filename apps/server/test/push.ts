import { startPushService } from '@nukkad/simulators/push.ts'
import webPush from 'web-push'
import { createOutside } from '#outside/outside.ts'
import type { TestApp } from './harness.ts'

export type PushService = Awaited<ReturnType<typeof startPushService>>

export const pushKeys = webPush.generateVAPIDKeys()
export const pushKeySettings = { firebasePublic: pushKeys.publicKey, firebaseSecret: pushKeys.privateKey }

/** Starts a simulated push service, and lets the server of the test send to it. */
export async function startPush({ services }: TestApp): Promise<PushService> {
  const service = await startPushService()
  services.config.push = { ...services.config.push, hosts: [service.host] }
  // The push sender is created again, because it reads the list of push hosts only when it is created.
  services.outside.push = createOutside(services).push
  return service
}
