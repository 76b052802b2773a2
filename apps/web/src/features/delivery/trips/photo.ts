import type { ErrorCode } from '@nukkad/contract/errors.ts'
import { ApiError } from '#lib/api.ts'
import { isRecord } from '#lib/storage.ts'
import { tokenOf } from '#lib/tokens.ts'
import type { DeliveryOrder } from './orders.ts'

/** Longest side of the picture that is sent, in pixels. */
const MAX_SIDE = 1280
const QUALITY = 0.8
const TIMEOUT_MS = 60_000

/** The error for a file that the browser cannot show as a picture. */
export class Unreadable extends Error {}

/**
 * Sends the picture of an order at the door, which completes the delivery.
 * @throws Unreadable for a file that is not a picture; ApiError for a refusal, with status 0 if there was no answer
 */
export async function sendDoorPhoto(orderId: number, file: File): Promise<DeliveryOrder> {
  const form = new FormData()
  form.append('order_id', String(orderId))
  form.append('image', await shrink(file), 'door.jpg')
  const response = await fetch('/public/api/delivery/leave-at-door', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${tokenOf('delivery') ?? ''}`,
      'Accept-Language': document.documentElement.lang || 'en',
    },
    body: form,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    console.warn('the server did not answer the upload of the photo', cause)
    throw new ApiError(0, 'NETWORK', '', undefined)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok) return body as DeliveryOrder
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  throw new ApiError(response.status, (error.code as ErrorCode | undefined) ?? 'UNKNOWN', '', body)
}

/** Returns the picture as a JPEG that is small enough for a slow network. */
async function shrink(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new Unreadable('no picture', { cause })
  })
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!blob) throw new Unreadable('no picture')
  return blob
}
