import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoCustomer, demoStaff } from '../demo/src/catalogue/people.ts'
import { type Product, startProduct } from './product.ts'

const IN_PARALLEL = 40
const FEWEST_PERCENT = 99
const PAUSE_MS = 150

/** The networks from which attackers sign in: that of one home connection, those of a few machines, and many. */
const floods: Record<string, () => string> = {
  'one IPv6 /64': () => `2001:db8:66:1::${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`,
  'six IPv4 addresses': () => `203.0.113.${randomInt(6) + 1}`,
  'sixty IPv4 addresses': () => `198.51.${randomInt(60)}.9`,
}

type Person = { call: 'login' | 'dashboard/login'; email: string; password: string; ip: string; cookie: string }

/**
 * Attackers flood all sign-in calls, each of which computes a slow hash, while customers and staff with known browsers
 * sign in as usual. At least 99 % of the sign-ins from known browsers must succeed within two seconds.
 */
export async function proveSignIns({
  seconds,
  withinMs = 2000,
}: {
  seconds: number
  /**
   * The time limit of a sign-in in milliseconds. The calling code raises this limit if other work keeps the machine
   * busy.
   */
  withinMs?: number
}): Promise<string[]> {
  const product = await startProduct({ TRUSTED_PROXY: '127.0.0.1' })
  try {
    const people = await settle(product)
    const problems: string[] = []
    for (const [where, address] of Object.entries(floods)) {
      const { asked, inTime, slowest, flooded } = await signInUnder(product, { people, address, seconds, withinMs })
      const percent = (inTime / asked) * 100
      console.log(
        `  ${where}: ${percent.toFixed(1)} % of ${asked} within ${withinMs / 1000} s, slowest ${slowest} ms, ${flooded} calls of strangers`,
      )
      if (percent < FEWEST_PERCENT)
        problems.push(`${where}: only ${percent.toFixed(1)} % of ${asked} got in within ${withinMs / 1000} s`)
    }
    return problems
  } finally {
    await product.stop()
  }
}

/** Signs all people of the test in once, so that the server knows their browsers. */
async function settle(product: Product): Promise<Person[]> {
  const staff = demoStaff.map((member) => ({ call: 'dashboard/login' as const, ...member }))
  const known = [{ call: 'login' as const, ...demoCustomer }, ...staff]
  const people: Person[] = known.map(({ call, email, password }, index) => ({
    call,
    email,
    password,
    ip: `192.0.2.${index + 1}`,
    cookie: '',
  }))
  for (const person of people) {
    const answer = await send(product, person.call, person, person)
    const device = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('nukkad-device='))
    if (!device) throw new Error(`${person.email} could not sign in`)
    person.cookie = device.split(';')[0]!
  }
  return people
}

async function signInUnder(
  product: Product,
  {
    people,
    address,
    seconds,
    withinMs,
  }: { people: Person[]; address: () => string; seconds: number; withinMs: number },
) {
  const until = Date.now() + seconds * 1000
  let flooded = 0
  const flood = Array.from({ length: IN_PARALLEL }, async (_, index) => {
    while (Date.now() < until) {
      const ip = address()
      const guess = { email: `nobody-${randomInt(1e9)}@example.test`, password: 'a wrong password' }
      const target = { email: people[index % people.length]!.email, password: 'a wrong password' }
      const code = { phone: `+9198${randomInt(10_000_000, 99_999_999)}`, otp: '123456' }
      const calls = [
        ['login', guess],
        ['login-with-otp', code],
        ['dashboard/login', target],
      ] as const
      const [name, input] = calls[index % calls.length]!
      await send(product, name, input, { ip }).catch(() => undefined)
      flooded++
    }
  })
  // The test waits, so that the flood starts before the known people sign in.
  await sleep(1000)
  const times: number[] = []
  let asked = 0
  const honest = people.map(async (person) => {
    while (Date.now() < until) {
      asked++
      const begunAt = performance.now()
      const answer = await send(product, person.call, person, person).catch(() => undefined)
      const body = answer?.ok ? ((await answer.json()) as { success?: boolean }) : {}
      const ms = performance.now() - begunAt
      if (body.success) times.push(ms)
      await sleep(PAUSE_MS)
    }
  })
  await Promise.all([...flood, ...honest])
  const inTime = times.filter((ms) => ms <= withinMs).length
  return { asked, inTime, slowest: Math.round(Math.max(...times)), flooded }
}

function send(
  { url }: Product,
  name: string,
  input: { email: string; password: string } | { phone: string; otp: string },
  { ip, cookie = '' }: { ip: string; cookie?: string },
): Promise<Response> {
  const body = 'email' in input ? { email: input.email, password: input.password } : input
  return fetch(`${url}/public/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, cookie },
    body: JSON.stringify(body),
  })
}
