import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { parseServers, type ServerRole } from '#db/servers.ts'
import { parseNatsUrl } from '#outside/bus/nats.ts'
import { paymentAddresses } from '#outside/payments/adapters.ts'
import type { S3Settings } from '#outside/storage/s3-client.ts'
import { readS3, s3Environment, s3Secrets } from '#outside/storage/s3-environment.ts'

const flag = z.enum(['on', 'off'])

const providerUrl = (url: string) => z.url({ protocol: /^https?$/ }).default(url)

/**
 * Minimum number of different characters in a secret; a secret with fewer of them was typed by hand, not drawn at
 * random.
 */
const MIN_DIFFERENT_CHARACTERS = 12
const NO_PROXY = 'none'
const DEFAULT_TRACE_RATIO = 0.1

const hostList = z
  .string()
  .regex(/^[\w.:-]+(,[\w.:-]+)*$/, 'must be hosts with their ports, separated by commas')
  .optional()

const databaseUrl = (role: ServerRole) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .superRefine(refuseUnless((value) => parseServers(value, role)))
    .optional()

/** Returns a check that refuses a value with the message that `parse` throws. */
function refuseUnless(parse: (value: string) => unknown) {
  return (value: string, context: z.core.$RefinementCtx<string>): void => {
    try {
      parse(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
    }
  }
}

/** The environment variables of payment providers: one for each URL that an adapter declares. */
const paymentUrls: Record<string, z.ZodType<string>> = Object.fromEntries(
  Object.entries(paymentAddresses).map(([name, url]) => [name, providerUrl(url)]),
)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number')
    .transform(Number)
    .pipe(z.int().min(0).max(65_535))
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl('primary'),
  DATABASE_REPLICA_URL: databaseUrl('standby'),
  NATS_URL: z.string().superRefine(refuseUnless(parseNatsUrl)).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .optional(),
  DEMO: flag.optional(),
  DEMO_ORDERS: flag.default('off'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  APP_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kolkata').default('Asia/Kolkata'),
  TRUSTED_PROXY: z
    .string()
    .refine(isProxyList, 'must be none, or addresses and networks (10.0.0.0/8) separated by commas')
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(0).max(60))
    .default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 letters, digits or signs without spaces')
    .optional(),
  TWILIO_BASE_URL: providerUrl('https://api.twilio.com'),
  MSG91_BASE_URL: providerUrl('https://control.msg91.com'),
  GOOGLE_LOGIN_URL: providerUrl('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_KEYS_URL: providerUrl('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_TOKENINFO_URL: providerUrl('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: providerUrl('https://openidconnect.googleapis.com/v1/userinfo'),
  FACEBOOK_LOGIN_URL: providerUrl('https://www.facebook.com/v25.0/dialog/oauth'),
  FACEBOOK_GRAPH_URL: providerUrl('https://graph.facebook.com/v25.0'),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be mailto:… or https://…')
    .optional(),
  PUSH_ALLOWED_HOSTS: hostList,
  WEBHOOK_ALLOWED_HOSTS: hostList,
  // The variables of payment providers are added without their names in the type, so `readConfig` reads them by name.
  ...(paymentUrls as object),
  GDRIVE_BASE_URL: providerUrl('https://www.googleapis.com'),
  GOOGLE_OAUTH_BASE_URL: providerUrl('https://oauth2.googleapis.com'),
  ...s3Environment,
  PAYMENTS_SIMULATOR: flag.default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  POOL_SIZE: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(2).max(200))
    .default(16),
})

/**
 * Variables of URLs to which the server sends keys and tokens, and which an operator changes only to use simulators.
 */
const providerAddresses = [
  'TWILIO_BASE_URL',
  'MSG91_BASE_URL',
  'GOOGLE_LOGIN_URL',
  'GOOGLE_KEYS_URL',
  'GOOGLE_TOKENINFO_URL',
  'GOOGLE_USERINFO_URL',
  'FACEBOOK_LOGIN_URL',
  'FACEBOOK_GRAPH_URL',
  'GDRIVE_BASE_URL',
  'GOOGLE_OAUTH_BASE_URL',
] as const

export type Role = 'all' | 'web' | 'worker'

export type Config = {
  mode: 'development' | 'test' | 'production'
  port: number
  host: string
  dataDir: string
  /** The URL of the database; undefined means the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /**
   * The URL of standbys, which answer calls whose facts may be a second old; without a URL, the primary answers these
   * calls.
   */
  replicaUrl: string | undefined
  /** The NATS server that carries announcements between processes; undefined means that PostgreSQL carries them. */
  natsUrl: string | undefined
  /**
   * The share of calls to trace, from 0 to 1, and the collector that receives the traces; undefined means that no calls
   * are traced.
   */
  traces: { ratio: number; endpoint: string | undefined } | undefined
  demo: boolean
  /** Whether the demo city gets orders in progress when it starts. */
  demoOrders: boolean
  /** The site's public URL, which overrides the setting `storeUrl` in links, pushes and returns from providers. */
  publicUrl: string | undefined
  /** Secret of the shop, from which keys for hashes and encryption are derived; 32 characters or more. */
  secret: string
  timeZone: string
  /** Proxies whose `X-Forwarded-For` counts; without such proxies, the client is the address of the connection. */
  trustedProxy: string | undefined
  /** Milliseconds for which a stopping server keeps serving, so that its proxy notices the stop. */
  drainMs: number
  /**
   * Token that a monitor sends to read `/metrics`. Without a token, `/metrics` answers only requests from this machine,
   * and in production no request.
   */
  metricsToken: string | undefined
  /** URLs of the SMS providers, which an operator changes only to use simulators. */
  smsUrls: { twilio: string; msg91: string }
  /** URLs of the social providers: the page where a person signs in (`login`) and the calls that check a token. */
  socialUrls: {
    google: { login: string; keys: string; tokenInfo: string; userInfo: string }
    facebook: { login: string; graph: string }
  }
  /** The contact that push services receive, and the hosts of simulators to which the server may also send pushes. */
  push: { subject: string; hosts: readonly string[] }
  /**
   * URLs of the payment providers, by environment variable, which an operator changes only to use simulators or test
   * systems; if one is empty, the provider's adapter chooses the URL.
   */
  paymentUrls: Record<string, string>
  /** URLs of the Google Drive API and of its token service. */
  driveUrls: { api: string; token: string }
  /** The object store that holds the files of the shop; undefined means the data folder. */
  s3: S3Settings | undefined
  /** Hosts that may receive webhooks although they are on a private network or lack TLS, for simulators. */
  webhookHosts: readonly string[]
  /** Whether the payment providers are simulated, as in a demo, so that anyone can try to pay. */
  simulatesPayments: boolean
  logLevel: string
  poolSize: number
  role: Role
}

/** A configuration with which the server cannot start; each line of the error's message says what to change. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the environment once, through a schema.
 * @throws ConfigError with one line that names each bad value
 */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[]): Config {
  const parsed = environment.safeParse(emptyIsUnset(env))
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => describe(issue, env)).join('\n'))
  const values = parsed.data
  const addresses = values as unknown as Record<string, string>
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL is not usable: it names standbys of the database in DATABASE_URL.')
  const demo = readDemo(values)
  if (values.NODE_ENV === 'production') refuseInProduction(values, demo)
  const dataDir = resolve(values.DATA_DIR)
  const role = readRole(args)
  return {
    mode: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    natsUrl: values.NATS_URL,
    traces: readTraces(values),
    demo,
    demoOrders: demo && values.DEMO_ORDERS === 'on',
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    secret: values.APP_SECRET ?? localSecret(dataDir),
    timeZone: values.TIME_ZONE,
    trustedProxy: values.TRUSTED_PROXY === NO_PROXY ? undefined : values.TRUSTED_PROXY,
    drainMs: values.DRAIN_SECONDS * 1000,
    metricsToken: values.METRICS_TOKEN,
    smsUrls: { twilio: values.TWILIO_BASE_URL, msg91: values.MSG91_BASE_URL },
    socialUrls: {
      google: {
        login: values.GOOGLE_LOGIN_URL,
        keys: values.GOOGLE_KEYS_URL,
        tokenInfo: values.GOOGLE_TOKENINFO_URL,
        userInfo: values.GOOGLE_USERINFO_URL,
      },
      facebook: { login: values.FACEBOOK_LOGIN_URL, graph: values.FACEBOOK_GRAPH_URL },
    },
    push: {
      subject: values.VAPID_SUBJECT ?? senderOf(values.PUBLIC_URL),
      hosts: values.PUSH_ALLOWED_HOSTS?.split(',') ?? [],
    },
    paymentUrls: Object.fromEntries(Object.keys(paymentUrls).map((name) => [name, addresses[name]!])),
    driveUrls: { api: values.GDRIVE_BASE_URL, token: `${values.GOOGLE_OAUTH_BASE_URL}/token` },
    s3: requireS3(values),
    webhookHosts: values.WEBHOOK_ALLOWED_HOSTS?.split(',') ?? [],
    simulatesPayments: demo && role === 'all' && values.PAYMENTS_SIMULATOR === 'on',
    logLevel: values.LOG_LEVEL,
    poolSize: values.POOL_SIZE,
    role,
  }
}

/**
 * Returns whether this server is a demo. Without `DEMO`, only a server in development that other machines cannot reach
 * is a demo, because the demo's logins and codes are public.
 * @throws ConfigError when other machines can reach a server in development and `DEMO` is not set
 */
function readDemo({ DEMO, NODE_ENV, HOST, PUBLIC_URL }: z.output<typeof environment>): boolean {
  if (DEMO) return DEMO === 'on'
  if (NODE_ENV !== 'development') return false
  const open = !isLoopbackHost(HOST) ? `HOST=${HOST}` : isPublicUrl(PUBLIC_URL) ? `PUBLIC_URL=${PUBLIC_URL}` : undefined
  if (open)
    throw new ConfigError(
      `${open} lets others in: say DEMO=on to show them the demo city with its public passwords, or DEMO=off for a shop of your own.`,
    )
  return true
}

/** Reads the settings of the object store. @throws ConfigError when only some of its variables are set */
function requireS3(values: z.output<typeof environment>): S3Settings | undefined {
  const s3 = readS3(values)
  if (s3 && 'refusal' in s3) throw new ConfigError(s3.refusal)
  return s3
}

/** Traces are on if a collector or a share is set; `OTEL_TRACES_SAMPLER_ARG=0` switches them off. */
function readTraces(values: z.output<typeof environment>): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = values
  if (endpoint === undefined && ratio === undefined) return undefined
  return { ratio: ratio ?? DEFAULT_TRACE_RATIO, endpoint }
}

function isPublicUrl(url: string | undefined): boolean {
  return url !== undefined && !isLoopbackHost(new URL(url).hostname)
}

/** Returns whether a host name or IP address refers only to this machine. */
function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return /^(.+\.)?localhost$/.test(bare) || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

function isProxyList(text: string): boolean {
  if (text === NO_PROXY) return true
  return text.split(',').every((each) => {
    const one = each.trim()
    if (['loopback', 'linklocal', 'uniquelocal'].includes(one)) return true
    const [address = '', bits, ...rest] = one.split('/')
    // A network of all addresses (/0) is refused as a trusted network, because it would let every client forge its own
    // address.
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0)
    return isIP(address) !== 0 && isNetwork && rest.length === 0
  })
}

function refuseInProduction(values: z.output<typeof environment>, demo: boolean): void {
  if (demo)
    throw new ConfigError('DEMO must be off in production: demo logins and local doubles are not for the public.')
  if (!values.APP_SECRET) throw new ConfigError('APP_SECRET is missing: production needs one of 32 characters or more.')
  if (new Set(values.APP_SECRET).size < MIN_DIFFERENT_CHARACTERS)
    throw new ConfigError(
      `APP_SECRET is too simple: it needs ${MIN_DIFFERENT_CHARACTERS} different characters or more (openssl rand -hex 32 prints a good one).`,
    )
  if (!values.PUBLIC_URL) throw new ConfigError('PUBLIC_URL is missing: production needs the address customers use.')
  if (values.PUBLIC_URL.startsWith('http:') && isPublicUrl(values.PUBLIC_URL))
    throw new ConfigError(
      'PUBLIC_URL must start with https:// in production: sessions and passwords travel over that address.',
    )
  if (!values.TRUSTED_PROXY)
    throw new ConfigError(
      'TRUSTED_PROXY is missing: set it to the address of your proxy, or to none where clients connect directly; otherwise all customers count as one client.',
    )
  if (values.PUSH_ALLOWED_HOSTS)
    throw new ConfigError('PUSH_ALLOWED_HOSTS is for simulators: production sends to the known push services only.')
  if (values.WEBHOOK_ALLOWED_HOSTS)
    throw new ConfigError('WEBHOOK_ALLOWED_HOSTS is for simulators: production tells public addresses only.')
  if (values.S3_PUBLIC_ENDPOINT?.startsWith('http:'))
    throw new ConfigError('S3_PUBLIC_ENDPOINT must start with https:// in production: people load files from it.')
  const addresses = values as unknown as Record<string, string | undefined>
  for (const name of [...providerAddresses, ...Object.keys(paymentUrls)]) {
    if (addresses[name] && !addresses[name].startsWith('https:'))
      throw new ConfigError(`${name} must start with https:// in production: keys are sent to it.`)
  }
}

/** Returns the contact that push services require; if the shop has no public URL, the contact is a placeholder. */
function senderOf(publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:push@nukkad.example'
}

function readRole(args: readonly string[]): Role {
  const given = args.find((arg) => arg.startsWith('--role='))?.slice('--role='.length) ?? 'all'
  if (given !== 'all' && given !== 'web' && given !== 'worker') {
    throw new ConfigError(`--role must be web, worker or all, not "${given}".`)
  }
  return given
}

function emptyIsUnset(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

const secrets = [
  'APP_SECRET',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'NATS_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  ...s3Secrets,
]

function describe(issue: z.core.$ZodIssue, env: NodeJS.ProcessEnv): string {
  const name = String(issue.path[0])
  // The log never shows the value of a secret, not even of a wrong one.
  const shown = secrets.includes(name) ? '' : ` (it is "${env[name]}")`
  return `${name} is not usable: ${issue.message}${shown}.`
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Returns the secret of a server outside production; the first start creates the secret next to the data that it
 * protects.
 */
function localSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const secret = randomBytes(32).toString('hex')
  writeFileSync(path, secret, { mode: 0o600 })
  return secret
}
