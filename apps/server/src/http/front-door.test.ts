import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openFrontDoor } from './front-door.ts'

const host = '127.0.0.1'
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Starts another server on a port, in place of a previous server that is still stopping. */
async function occupy(): Promise<{ port: number; leave: () => Promise<unknown> }> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const leave = () => new Promise((resolve) => server.close(resolve))
  ends.push(leave)
  return { port: (server.address() as AddressInfo).port, leave }
}

describe('the port of a starting server', () => {
  it('asks clients to retry in 5 seconds while the server starts', async () => {
    const { url, close } = await openFrontDoor({ port: 0, host })
    ends.push(close)
    for (const path of ['/', '/readyz', '/public/api/get-settings']) {
      const { status, headers } = await fetch(url + path)
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    }
    expect((await fetch(`${url}/healthz`)).headers.get('retry-after')).toBeNull()
  })

  it('shows people a page that reloads itself, while the server starts and stops', async () => {
    const door = await openFrontDoor({ port: 0, host })
    ends.push(door.close)
    const see = async () => {
      const answer = await fetch(`${door.url}/stores/x`, { headers: { accept: 'text/html,*/*;q=0.8' } })
      return [answer.status, answer.headers.get('content-type'), await answer.text()]
    }
    const page = [503, 'text/html; charset=utf-8', expect.stringContaining('<meta http-equiv="refresh" content="5">')]
    expect(await see()).toEqual(page)
    door.serverFactory((_request, response) => void response.end('served'))
    door.open()
    door.shut()
    expect(await see()).toEqual(page)
  })

  it('answers requests during the stop in the form that it uses during the start', async () => {
    const door = await openFrontDoor({ port: 0, host })
    ends.push(door.close)
    door.serverFactory((_request, response) => void response.end('served'))
    door.open()
    expect(await (await fetch(door.url)).text()).toBe('served')
    door.shut()
    const refused = await fetch(`${door.url}/readyz`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ reasons: ['stopping'], error: { code: 'TEMPORARILY_AWAY' } })
  })

  it('is requested again until the previous server has stopped', async () => {
    const { port, leave } = await occupy()
    const { promise: busy, resolve: onBusy } = Promise.withResolvers<void>()
    const opening = openFrontDoor({ port, host, waitMs: 60_000, onBusy })
    await busy
    await leave()
    const { url, close } = await opening
    ends.push(close)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('fails the start if it stays occupied, or if the process may not use it', async () => {
    const { port } = await occupy()
    await expect(openFrontDoor({ port, host, waitMs: 300 })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await expect(openFrontDoor({ port: 0, host: '203.0.113.1', waitMs: 60_000 })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    })
  })
})
