import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { libraries } from '../apps/server/src/libraries.ts'

const programs = ['proxy', 'account', 'container', 'object'].map((name) => `/usr/bin/swift-${name}-server`)
/** The path of the system's Python, for which Debian packages Swift. */
const PYTHON = '/usr/bin/python3'
const SERVER = join(import.meta.dirname, 'object-store.py')
const KEYS = { accessKeyId: 'shop:writer', secretAccessKey: 'a-secret-of-the-test-store' }
const BUCKET = 'nukkad'
const REGION = 'us-east-1'

export type ObjectStore = {
  /** The credentials and address of the object store's bucket, in the form of the server's configuration. */
  settings: typeof KEYS & {
    endpoint: string
    publicEndpoint: undefined
    bucket: string
    region: string
    prefix: string
  }
  /** Signs and sends a request about the bucket, as a program that is not the shop would. */
  send: (path: string, init?: RequestInit) => Promise<Response>
  /** Limits the bytes that the bucket accepts; null removes the limit. */
  limit: (bytes: number | null) => Promise<void>
  stop: () => Promise<void>
}

/** Returns whether this machine has OpenStack Swift, an object store with the S3 protocol. */
export const hasObjectStore = (): boolean => programs.every((path) => existsSync(path))

/**
 * Writes the settings of Swift and returns the command that serves it on the given ports until its standard input
 * closes. All files of Swift are in `folder`, whose file system must have extended attributes.
 */
export function objectStoreCommand(folder: string, ports: readonly number[]): { program: string; args: string[] } {
  writeConfigs(folder, ports)
  return { program: PYTHON, args: [SERVER, 'serve', folder, ...ports.map(String)] }
}

/** Returns the server's configuration for the object store whose proxy listens on this port. */
export function bucketSettings(port: number): ObjectStore['settings'] {
  const endpoint = `http://127.0.0.1:${port}`
  return { ...KEYS, endpoint, publicEndpoint: undefined, bucket: BUCKET, region: REGION, prefix: '' }
}

/**
 * Creates the bucket if it does not exist.
 * @throws Error with Swift's answer
 */
export async function openBucket(port: number): Promise<Pick<ObjectStore, 'settings' | 'send'>> {
  const settings = bucketSettings(port)
  const client = new libraries.aws4fetch.AwsClient({ ...KEYS, service: 's3', region: REGION, retries: 0 })
  const send = (path: string, init?: RequestInit) => client.fetch(`${settings.endpoint}/${BUCKET}${path}`, init)
  const made = await send('', { method: 'PUT' })
  if (!made.ok && made.status !== 409) throw new Error(`Swift made no bucket: ${await made.text()}`)
  return { settings, send }
}

/**
 * Starts Swift with one bucket on free ports of this machine.
 * @throws Error with Swift's output if it does not start
 */
export async function startObjectStore(folder: string): Promise<ObjectStore> {
  const ports = await freePorts(4)
  const { program, args } = objectStoreCommand(folder, ports)
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString('utf8')).slice(-2000)
  })
  const [ready] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!Buffer.isBuffer(ready)) throw new Error(`Swift did not start: ${said}`)
  return {
    ...(await openBucket(ports[3]!)),
    limit: async (bytes) =>
      void (await promisify(execFile)(PYTHON, [SERVER, 'limit', folder, BUCKET, String(bytes ?? '')])),
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await gone
    },
  }
}

function writeConfigs(folder: string, ports: readonly number[]): void {
  const common = [`swift_dir = ${folder}`, 'log_level = ERROR', 'log_address = /nowhere']
  const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  write('swift.conf', ['[swift-hash]', 'swift_hash_path_suffix = a', 'swift_hash_path_prefix = b'])
  for (const [index, name] of ['account', 'container', 'object'].entries()) {
    makeRing(folder, name, ports[index]!)
    write(`${name}.conf`, [
      '[DEFAULT]',
      ...common,
      `devices = ${folder}`,
      'mount_check = false',
      'fallocate_reserve = 0',
      '[pipeline:main]',
      `pipeline = ${name}-server`,
      `[app:${name}-server]`,
      `use = egg:swift#${name}`,
    ])
  }
  const filters = ['catch_errors', 'cache', 'listing_formats', 'bulk', 's3api', 'tempauth', 'copy', 'container_quotas']
  const sections: Record<string, string[]> = {
    // The configured cache is at an address at which no server listens, because authentication with keys needs no
    // cache.
    cache: ['use = egg:swift#memcache', 'memcache_servers = 127.0.0.1:9'],
    s3api: ['use = egg:swift#s3api', `location = ${REGION}`, 'min_segment_size = 5242880'],
    tempauth: ['use = egg:swift#tempauth', 'user_shop_writer = a-secret-of-the-test-store .admin'],
  }
  const all = [...filters, 'slo', 'dlo']
  write('proxy.conf', [
    '[DEFAULT]',
    ...common,
    '[pipeline:main]',
    `pipeline = ${all.join(' ')} proxy-server`,
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...all.flatMap((name) => [`[filter:${name}]`, ...(sections[name] ?? [`use = egg:swift#${name}`])]),
  ])
}

/**
 * Writes a ring file of Swift, which says which server has which object. The ring has one server and one copy of each
 * object.
 */
function makeRing(folder: string, name: string, port: number): void {
  mkdirSync(join(folder, 'disk'), { recursive: true })
  const builder = join(folder, `${name}.builder`)
  rmSync(builder, { force: true })
  for (const step of [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']]) {
    const { status, stdout } = spawnSync('swift-ring-builder', [builder, ...step], { encoding: 'utf8' })
    // The exit code 1 of swift-ring-builder is only a warning, for example that there is only one copy.
    if (status !== 0 && status !== 1) throw new Error(`swift-ring-builder ${step[0]} failed: ${stdout}`)
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer())
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ports.push((server.address() as net.AddressInfo).port)
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return ports
}
