import sharp from 'sharp'
import type { TestAnswer, TestApp } from './harness.ts'

/** Returns a photograph in the form in which a phone sends one. */
export const photo = (width = 400, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })
    .jpeg()
    .toBuffer()

/** Uploads a picture of the shop as the dashboard does. */
export async function uploadPicture(
  { app }: TestApp,
  { use, cookie, picture }: { use: string; cookie: string; picture: Buffer | null },
): Promise<TestAnswer<{ path: string }>> {
  const form = new FormData()
  form.append('use', use)
  if (picture) form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg')
  const request = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/public/api/dashboard/pictures/upload',
    headers: { 'content-type': request.headers.get('content-type')!, cookie, origin: 'https://shop.test' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
