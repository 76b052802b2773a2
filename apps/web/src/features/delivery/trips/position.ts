import { GPS_REPORT_MS } from '@nukkad/rules/constants.ts'
import type { Point } from '@nukkad/ui/city.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '#lib/api.ts'
import { useRider } from '#stores/rider.ts'
import { headingBetween } from './orders.ts'

type Position = { at: Point; heading: number | null }
/** The permission to read the location; `unknown` until the browser has reported it. */
type Permission = 'unknown' | 'prompt' | 'granted' | 'denied'

export const usePosition = create<{ position: Position | null; permission: Permission }>(() => ({
  position: null,
  permission: 'unknown',
}))

/** Follows the phone during a trip, and reports its position immediately and then every 15 s (N-09, GAP-42). */
export function usePositionReports(isOnTrip: boolean): void {
  const permission = usePosition(({ permission }) => permission)
  useEffect(() => {
    if (isOnTrip && permission === 'unknown') void readPermission()
  }, [isOnTrip, permission])
  useEffect(() => {
    if (isOnTrip && permission === 'granted') return follow()
  }, [isOnTrip, permission])
}

/**
 * Makes the browser ask for the permission to read the location. If the person allows it, the app begins to report the
 * position.
 */
export function askForPosition(): void {
  navigator.geolocation.getCurrentPosition(takePosition, takeFailure, { enableHighAccuracy: true })
}

async function readPermission(): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'geolocation' })
    usePosition.setState({ permission: status.state })
    status.onchange = () => usePosition.setState({ permission: status.state })
  } catch {
    usePosition.setState({ permission: 'prompt' })
  }
}

function follow(): () => void {
  let hasReported = false
  const watch = navigator.geolocation.watchPosition(
    (position) => {
      takePosition(position)
      if (hasReported) return
      hasReported = true
      void report()
    },
    takeFailure,
    { enableHighAccuracy: true, maximumAge: 5000 },
  )
  const timer = setInterval(() => void report(), GPS_REPORT_MS)
  return () => {
    navigator.geolocation.clearWatch(watch)
    clearInterval(timer)
  }
}

async function report(): Promise<void> {
  const { position } = usePosition.getState()
  const rider = useRider.getState().rider
  if (!position || !rider) return
  try {
    await call('delivery/set-delivery-guy-gps-location', {
      user_id: rider.data.id,
      delivery_lat: position.at.latitude,
      delivery_long: position.at.longitude,
      heading: position.heading,
    })
  } catch (cause) {
    console.warn('the position of the rider could not be reported', cause)
  }
}

function takePosition({ coords }: GeolocationPosition): void {
  const at = { latitude: coords.latitude, longitude: coords.longitude }
  const before = usePosition.getState().position
  // A phone that does not move reports no heading (NaN or null), so the last known heading stays.
  const stated = coords.heading !== null && Number.isFinite(coords.heading) ? Math.round(coords.heading) : null
  const heading = stated ?? (before && headingBetween(before.at, at)) ?? before?.heading ?? null
  usePosition.setState({ position: { at, heading }, permission: 'granted' })
}

function takeFailure({ code }: GeolocationPositionError): void {
  if (code === GeolocationPositionError.PERMISSION_DENIED) usePosition.setState({ permission: 'denied' })
}
