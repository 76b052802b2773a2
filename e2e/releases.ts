import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Matches a build's file, by its name and hash. */
const partName = /([\w.-]+-[\w-]{7,8})\.(js|css)\b/g

/**
 * Starts a proxy between browser and product that can simulate a new release. After `release`, the proxy serves the
 * files of a new build: the same screens in files with new names, while the old files no longer exist.
 */
export async function startReleases(
  product: string,
): Promise<{ url: string; release: () => void; stop: () => Promise<void> }> {
  let isNew = false
  const server = createServer((request, response) => void pass(request, response))
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    const isPart = path.startsWith('/assets/app/') && /\.(js|css)$/.test(path)
    if (isNew && isPart && !path.includes('.next.')) return void response.writeHead(404).end()
    // Removes the header fields that refer to the browser's copy of the old build, because they would not fit the new
    // build.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...asked } = request.headers
    const headers = { ...asked, 'accept-encoding': 'identity' }
    const onward = send(
      new URL(path.replace('.next.', '.'), product),
      { method: request.method, headers },
      (answer) => void answerWith(response, answer, isNew),
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNew = true
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answerWith(response: ServerResponse, answer: IncomingMessage, isNew: boolean): Promise<void> {
  const { 'content-length': _length, etag: _etag, ...headers } = answer.headers
  if (!isNew || !/html|javascript|css/.test(headers['content-type'] ?? '')) {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
    return
  }
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString().replace(partName, '$1.next.$2')
  response.writeHead(answer.statusCode ?? 500, headers).end(text)
}
