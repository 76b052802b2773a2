import type { Output } from '@nukkad/contract/contract.ts'
import { t } from '#lib/catalogue.ts'
import { tokenOf } from '#lib/tokens.ts'

/** The longest side of a photo that is sent, in pixels, so that a phone does not send megabytes. */
const MAX_SIDE = 1600
const TIMEOUT_MS = 60_000

/** The error for a photo that the server refused, with a text that says why. */
export class PhotoRefused extends Error {}

/**
 * Makes a photo smaller, uploads it for the review of an order, and returns the path of the stored photo.
 * @throws PhotoRefused
 */
export async function uploadPhoto(orderId: number, file: Blob, signal: AbortSignal): Promise<string> {
  const form = new FormData()
  // The form's fields must come before the file, because the server checks them before it reads the file.
  form.append('order_id', String(orderId))
  form.append('image', await shrunk(file), 'photo.jpg')
  const response = await fetch('/public/api/upload-review-photo', {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokenOf('customer') ?? ''}` },
    body: form,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch(() => undefined)
  const answer = (await response?.json().catch(() => undefined)) as Partial<Output<'upload-review-photo'>> | undefined
  if (answer?.path) return answer.path
  throw new PhotoRefused(refusalText(response?.status))
}

function refusalText(status: number | undefined): string {
  if (status === 415) return t('ratePhotoNoPicture')
  if (status === 413) return t('ratePhotoTooLarge')
  if (status === 429) return t('ratePhotoTooMany')
  return t('ratePhotoFailed')
}

async function shrunk(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) throw new PhotoRefused(t('ratePhotoNoPicture'))
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  if (!jpeg) throw new PhotoRefused(t('ratePhotoTooLarge'))
  return jpeg
}
