import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a simulated provider; `path` is without the provider's prefix. */
export type SimulatedRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  raw: Buffer
}

/** The answer of a simulated provider. A body that is an object is sent as JSON, a string as HTML. */
export type SimulatedAnswer = { status: number; body?: unknown; headers?: Record<string, string> }

/** A simulated payment provider, which has its own state, and refuses the same requests as the real provider. */
export type SimulatedProvider = {
  /** The first part of the provider's URL paths, such as `razorpay`. */
  name: string
  /**
   * Returns the step of the protocol that a request belongs to, such as `open` or `refund`; a fault is set for one
   * step.
   */
  stepOf: (request: SimulatedRequest) => string | undefined
  handle: (request: SimulatedRequest) => SimulatedAnswer | Promise<SimulatedAnswer>
  /**
   * Actions by name with which a test or a person changes the provider's state, such as paying, declining or delivering
   * an event again.
   */
  actions: Record<string, (args: Record<string, unknown>) => unknown>
}

/**
 * The failure of the next request of a step: `error` does nothing and answers 500, `lost-answer` does the work and
 * closes the connection before the answer, `lost-request` closes the connection before the work.
 */
type Fault = 'error' | 'lost-answer' | 'lost-request'

export type Simulator = {
  url: string
  close: () => Promise<void>
  /** Sets a fault for the next request of a step of a provider. */
  failNext: (provider: string, step: string, fault: Fault) => void
  /** Runs `what` when the next request of a step has arrived; the answer to the request waits for `what`. */
  meanwhile: (provider: string, step: string, what: () => Promise<unknown>) => void
  /** Removes every fault that no request has triggered yet. */
  mend: () => void
  act: (provider: string, action: string, args?: Record<string, unknown>) => Promise<unknown>
  /** Returns the requests to a provider, oldest first. */
  requests: (provider: string) => readonly SimulatedRequest[]
}

/**
 * Starts simulated payment providers over HTTP, with one path prefix each. `POST /_sim/<provider>/<action>` with JSON
 * runs an action, and `POST /_sim/<provider>/fail` with `{step, fault}` sets a fault, so that browser tests can control
 * the simulators too.
 */
export async function startSimulator(
  providers: readonly SimulatedProvider[],
  { port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {},
): Promise<Simulator> {
  const byName = new Map(providers.map((provider) => [provider.name, provider]))
  const faults: { provider: string; step: string; fault: Fault }[] = []
  const meanwhile = new Map<string, () => Promise<unknown>>()
  const seen = new Map<string, SimulatedRequest[]>(providers.map(({ name }) => [name, []]))
  const known = (name: string): SimulatedProvider => {
    const provider = byName.get(name)
    if (!provider) throw new Error(`no provider ${name} is simulated`)
    return provider
  }
  const simulator: Omit<Simulator, 'url' | 'close'> = {
    failNext: (provider, step, fault) => void faults.push({ provider: known(provider).name, step, fault }),
    meanwhile: (provider, step, what) => void meanwhile.set(`${known(provider).name} ${step}`, what),
    mend: () => void faults.splice(0),
    act: async (provider, action, args = {}) => {
      const act = known(provider).actions[action]
      if (!act) throw new Error(`${provider} cannot ${action}`)
      return act(args)
    },
    requests: (provider) => seen.get(known(provider).name)!,
  }
  const takeInjected = (provider: string, step: string | undefined): Fault | undefined => {
    const index = faults.findIndex((fault) => fault.provider === provider && fault.step === step)
    return index < 0 ? undefined : faults.splice(index, 1)[0]!.fault
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://simulator')
    const [first = '', ...rest] = url.pathname.slice(1).split('/')
    const raw = await readAll(request)
    if (first === '_sim') return control(simulator, rest, raw, response)
    const provider = byName.get(first)
    if (!provider) return send(response, { status: 404, body: { error: 'no one is simulated here' } })
    const simulated: SimulatedRequest = {
      method: request.method ?? 'GET',
      path: `/${rest.join('/')}`,
      query: url.searchParams,
      headers: request.headers as Record<string, string | undefined>,
      raw,
    }
    seen.get(first)!.push(simulated)
    const step = provider.stepOf(simulated)
    const happening = meanwhile.get(`${first} ${step}`)
    meanwhile.delete(`${first} ${step}`)
    await happening?.()
    const fault = takeInjected(first, step)
    if (fault === 'lost-request') return void request.socket.destroy()
    if (fault === 'error') return send(response, { status: 500, body: { error: 'simulated trouble' } })
    const answer = await provider.handle(simulated)
    if (fault === 'lost-answer') return void request.socket.destroy()
    send(response, answer)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => send(response, { status: 500, body: { error: error.message } }))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    ...simulator,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function control(
  simulator: Omit<Simulator, 'url' | 'close'>,
  [provider = '', action = '']: string[],
  raw: Buffer,
  response: ServerResponse,
): Promise<void> {
  const args = (raw.length > 0 ? JSON.parse(raw.toString()) : {}) as Record<string, unknown>
  if (action === 'fail') simulator.failNext(provider, String(args.step), args.fault as Fault)
  const result = action === 'fail' ? null : await simulator.act(provider, action, args)
  send(response, { status: 200, body: { result: result ?? null } })
}

function send(response: ServerResponse, { status, body, headers = {} }: SimulatedAnswer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json' }),
    ...headers,
  })
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body))
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends a webhook event as a provider does, and returns the status of the answer; 0 if no server answers. */
export async function deliver(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<number> {
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual' }).then(
    ({ status }) => status,
    () => 0,
  )
}
