import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  APP_SECRET: 'thirty-two letters or more, mixed',
  TRUSTED_PROXY: '127.0.0.1',
}
const read = (env: Record<string, string> = {}) => readConfig({ ...production, ...env }, [])
const dataDir = mkdtempSync(join(tmpdir(), 'nukkad-config-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
/** Reads the configuration as for a start on a developer's machine. */
const atHome = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env }, [])

describe('the environment of a production server', () => {
  it.each<Record<string, string>>([
    { DATABASE_REPLICA_URL: 'postgres://standby/shop' },
    { DATABASE_REPLICA_URL: 'standby', DATABASE_URL: 'postgres://one/shop' },
    { DATABASE_REPLICA_URL: 'postgres://a/b?target_session_attrs=primary', DATABASE_URL: 'postgres://one/shop' },
    { PUSH_ALLOWED_HOSTS: '127.0.0.1:9000' },
    { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9000' },
    { GDRIVE_BASE_URL: 'http://127.0.0.1:9000' },
    { GOOGLE_KEYS_URL: 'http://127.0.0.1:9000/certs' },
    { GOOGLE_TOKENINFO_URL: 'http://127.0.0.1:9000/tokeninfo' },
    { FACEBOOK_GRAPH_URL: 'http://127.0.0.1:9000' },
    { VAPID_SUBJECT: 'shop.example' },
    { METRICS_TOKEN: 'too short' },
    { DRAIN_SECONDS: '61' },
    { DRAIN_SECONDS: '1.5' },
    { TRUSTED_PROXY: '' },
    { TRUSTED_PROXY: 'true' },
    { TRUSTED_PROXY: '0.0.0.0/0' },
    { TRUSTED_PROXY: '::/0' },
    { TRUSTED_PROXY: '10.0.0.1,*' },
    { PUBLIC_URL: 'http://shop.example' },
    { PUBLIC_URL: 'http://192.168.1.4:3000' },
    { PUBLIC_URL: 'http://localhost.shop.example' },
    { PUBLIC_URL: '' },
    { APP_SECRET: 'a'.repeat(32) },
    { APP_SECRET: '0123456789'.repeat(4) },
    { APP_SECRET: '' },
    { DEMO: 'on' },
  ])('refuses %o and names the setting', (env) => {
    const refusal = () => read(env)
    expect(refusal).toThrow(ConfigError)
    expect(refusal).toThrow(Object.keys(env)[0])
  })

  it.each<[Record<string, string>, string | undefined]>([
    [{ TRUSTED_PROXY: 'none' }, undefined],
    [{ TRUSTED_PROXY: '10.1.2.3, 10.0.0.0/8,loopback' }, '10.1.2.3, 10.0.0.0/8,loopback'],
    [{ TRUSTED_PROXY: 'fd00::1/64', PUBLIC_URL: 'http://localhost:3000' }, 'fd00::1/64'],
    [{ PUBLIC_URL: 'http://[::1]:3000', APP_SECRET: '0123456789ab'.repeat(3) }, '127.0.0.1'],
  ])('starts with %o', (env, proxy) => {
    expect(read(env)).toMatchObject({ demo: false, trustedProxy: proxy })
  })

  it('gives push services the address of the shop, or the contact that the operator configured', () => {
    expect(read().push).toEqual({ subject: 'https://shop.example', hosts: [] })
    expect(read({ VAPID_SUBJECT: 'mailto:ops@shop.example' }).push.subject).toBe('mailto:ops@shop.example')
  })

  it('queries social providers at their own addresses', () => {
    const { google, facebook } = read().socialUrls
    for (const url of [...Object.values(google), ...Object.values(facebook)])
      expect(new URL(url).host).toMatch(/(^|\.)(google|googleapis|facebook)\.com$/)
  })
})

describe('an object store', () => {
  const whole = {
    S3_ENDPOINT: 'https://store.test/',
    S3_BUCKET: 'files-of-the-shop',
    S3_ACCESS_KEY_ID: 'a-key',
    S3_SECRET_ACCESS_KEY: 'a-secret',
  }

  it('is not used without its variables, and has default values for region and prefix', () => {
    expect(read().s3).toBeUndefined()
    expect(read(whole).s3).toEqual({
      endpoint: 'https://store.test',
      publicEndpoint: undefined,
      bucket: 'files-of-the-shop',
      region: 'us-east-1',
      accessKeyId: 'a-key',
      secretAccessKey: 'a-secret',
      prefix: '',
    })
    expect(read({ ...whole, S3_PREFIX: 'shops/nukkad/', S3_REGION: 'eu-central-1' }).s3).toMatchObject({
      prefix: 'shops/nukkad/',
      region: 'eu-central-1',
    })
  })

  it.each(Object.keys(whole))('is refused without %s, which is named', (name) => {
    expect(() => read({ ...whole, [name]: '' })).toThrow(new RegExp(`^${name} is missing: `))
  })

  it.each<Record<string, string>>([
    { S3_ENDPOINT: 'store.test' },
    { S3_ENDPOINT: 'ftp://store.test' },
    { S3_ENDPOINT: 'https://me:my-password@store.test' },
    { S3_ENDPOINT: 'https://store.test/?a=b' },
    { S3_PUBLIC_ENDPOINT: 'http://store.test' },
    { S3_BUCKET: 'Files' },
    { S3_BUCKET: '../files' },
    { S3_REGION: 'eu central' },
    { S3_PREFIX: '/shops' },
    { S3_PREFIX: 'shops/../others' },
    { S3_ACCESS_KEY_ID: 'my key' },
    { S3_SECRET_ACCESS_KEY: 'my\nsecret' },
  ])('is refused with %o in one line that names the setting and shows no secret', (wrong) => {
    const [name, value] = Object.entries(wrong)[0]!
    const refusal = () => read({ ...whole, ...wrong })
    expect(refusal).toThrow(ConfigError)
    expect(refusal).toThrow(new RegExp(`^${name} .+$`))
    if (!/BUCKET|REGION|PREFIX/.test(name)) expect(refusal).not.toThrow(value)
  })
})

describe('the demo', () => {
  it.each<Record<string, string>>([
    {},
    { HOST: 'localhost' },
    { HOST: '127.0.0.2' },
    { HOST: '::1', PUBLIC_URL: 'http://localhost:3000' },
    { HOST: '0.0.0.0', DEMO: 'on' },
    { PUBLIC_URL: 'https://shop.example', DEMO: 'on' },
  ])('runs with %o', (env) => {
    expect(atHome(env).demo).toBe(true)
  })

  it.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { HOST: 'shop.example' },
    { HOST: '127.evil.example' },
    { PUBLIC_URL: 'https://shop.example' },
  ])('needs DEMO to be set explicitly with %o', (env) => {
    expect(() => atHome(env)).toThrow(/DEMO=on/)
    expect(atHome({ ...env, DEMO: 'off' }).demo).toBe(false)
  })
})

describe('traces', () => {
  it('traces are off unless both a collector and a share are set; with a collector alone, a tenth of the calls is traced', () => {
    const endpoint = 'http://collector:4318'
    expect(atHome().traces).toBeUndefined()
    expect(atHome({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).traces).toEqual({ ratio: 0.1, endpoint })
    expect(atHome({ OTEL_TRACES_SAMPLER_ARG: '0.25' }).traces).toEqual({ ratio: 0.25, endpoint: undefined })
    expect(atHome({ OTEL_TRACES_SAMPLER_ARG: '1', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).traces?.ratio).toBe(1)
  })

  it.each(['-0.1', '1.1', '10%', '0,1', 'always', '1e-3'])('traces need a share from 0 to 1, not %s', (share) => {
    expect(() => atHome({ OTEL_TRACES_SAMPLER_ARG: share })).toThrow(/^OTEL_TRACES_SAMPLER_ARG is not usable: .*\.$/)
  })

  it.each(['collector:4318', 'grpc://collector:4317', 'collector'])(
    'traces need a collector over HTTP, not %s',
    (endpoint) => {
      const start = () => atHome({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
      expect(start).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT is not usable: /)
      // The message must not repeat the URL, because the URL may contain a password.
      expect(start).not.toThrow(endpoint)
    },
  )
})
