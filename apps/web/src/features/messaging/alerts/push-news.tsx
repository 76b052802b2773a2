import { PUSH_SOUND, PUSH_VIBRATION_MS } from '@nukkad/rules/constants.ts'
import { useEffect, useState } from 'react'
import { useUnread } from '#lib/alerts.ts'
import { saveGuestPushToken, savePushToken } from '#lib/push-subscription.ts'
import { ask, queryClient } from '#lib/query.ts'
import { isRecord } from '#lib/storage.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { useRider } from '#stores/rider.ts'
import { useCustomer, useSession } from '#stores/session.ts'
import { AppNotification } from './app-notification.tsx'
import type { Message } from './message.ts'
import { ownOrigins } from './own-origins.ts'
import { readPush } from './push-message.ts'

/**
 * Saves the push subscription and shows push messages inside the app; rendered once the person has allowed push
 * messages (L-06 to L-11).
 */
export default function PushNews() {
  const [shown, setShown] = useState<Message | null>(null)
  const customerId = useCustomer()?.id
  useBadge(useUnread())
  useEffect(() => {
    void queryClient.prefetchQuery(ask('promo-slider', coordinatesOf(usePlace.getState().place)))
    const saving = customerId === undefined ? saveGuestPushToken(isNobody) : savePushToken(customerId)
    saving.catch((cause: unknown) => console.warn('the push token could not be saved', cause))
  }, [customerId])
  useEffect(() => {
    const hear = ({ data }: MessageEvent) => {
      if (!isRecord(data) || data.type !== 'push' || typeof data.text !== 'string') return
      const message = readPush(data.text, ownOrigins())
      void queryClient.invalidateQueries({ queryKey: ['get-user-notifications'] })
      // A message for riders is not shown, because the rider screens have a separate banner for offers.
      if (message.link?.startsWith('/delivery')) return
      setShown(message)
      makeHeard()
    }
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [])
  return <AppNotification message={shown} onClose={() => setShown(null)} />
}

/** Returns whether neither a customer nor a rider is signed in. */
const isNobody = () => !useSession.getState().user && !useRider.getState().rider

/** Vibrates and plays a sound. A device without vibration and sound still shows the message (GAP-50). */
function makeHeard(): void {
  navigator.vibrate?.([...PUSH_VIBRATION_MS])
  new Audio(PUSH_SOUND).play().catch((cause: unknown) => console.warn('no sound', cause))
}

/** Shows the number of unread messages on the icon of the installed app. */
function useBadge(unread: number): void {
  useEffect(() => {
    const isDone = unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.()
    isDone?.catch((cause: unknown) => console.warn('no badge', cause))
  }, [unread])
}
