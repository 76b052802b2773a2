import { PUSH_VIBRATION_MS } from '@nukkad/rules/constants.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { listen } from '#lib/listen.ts'
import { useRider } from '#stores/rider.ts'
import { newOffers, type ShownOrder } from './orders.ts'
import { ordersQuery, refreshTrips } from './queries.ts'
import { sendQueue } from './queue.ts'

const offerSound = '/assets/audio/delivery-notification.mp3'
const queueRetryMs = 15_000

/** The offer that the banner shows now. */
export const useBanner = create<{ offer: ShownOrder | null }>(() => ({ offer: null }))

export function closeBanner(): void {
  useBanner.setState({ offer: null })
}

/**
 * Runs while a rider is signed in: listens to their events, alerts them to new offers, and sends queued offline steps.
 */
export function useLiveTrips(): void {
  const rider = useRider(({ rider }) => rider)
  const riderId = rider?.data.id
  const isOnDuty = rider?.data.status === 1
  useEffect(() => {
    if (riderId !== undefined) return listen('delivery', () => refreshTrips())
  }, [riderId])
  useOfferAlert(isOnDuty)
  useQueueSender()
}

function useOfferAlert(isOnDuty: boolean): void {
  const { data } = useQuery({ ...ordersQuery(isOnDuty), enabled: useRider(({ rider }) => rider !== null) })
  const offers = data?.new_orders
  const before = useRef(offers)
  useEffect(() => {
    if (!offers) return
    const [news] = newOffers(before.current, offers)
    before.current = offers
    const shown = useBanner.getState().offer
    if (shown && !offers.some(({ id }) => id === shown.id)) closeBanner()
    if (!news || !isOnDuty) return
    useBanner.setState({ offer: news })
    alertRider()
  }, [offers, isOnDuty])
}

/**
 * Alerts the rider by sound and vibration. On a phone without sound and vibration, only the banner shows the offer
 * (GAP-50).
 */
function alertRider(): void {
  navigator.vibrate?.([...PUSH_VIBRATION_MS])
  new Audio(offerSound).play().catch((cause: unknown) => console.warn('no sound', cause))
}

function useQueueSender(): void {
  useEffect(() => {
    const send = () => void sendQueue()
    send()
    const timer = setInterval(send, queueRetryMs)
    addEventListener('online', send)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [])
}
