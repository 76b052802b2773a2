import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', APP_SECRET: 's'.repeat(32) }
const read = (env: Record<string, string> = {}) => readConfig({ ...production, ...env }, [])

describe('the environment of a production server', () => {
  it.each<Record<string, string>>([
    { PUSH_ALLOWED_HOSTS: '127.0.0.1:9000' },
    { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9000' },
    { GDRIVE_BASE_URL: 'http://127.0.0.1:9000' },
    { GOOGLE_TOKENINFO_URL: 'http://127.0.0.1:9000/tokeninfo' },
    { FACEBOOK_GRAPH_URL: 'http://127.0.0.1:9000' },
    { VAPID_SUBJECT: 'shop.example' },
    { METRICS_TOKEN: 'too short' },
  ])('refuses %o, and says which', (env) => {
    const refusal = () => read(env)
    expect(refusal).toThrow(ConfigError)
    expect(refusal).toThrow(Object.keys(env)[0])
  })

  it('tells push services the address of the shop, or whom the operator names', () => {
    expect(read().push).toEqual({ subject: 'https://shop.example', hosts: [] })
    expect(read({ VAPID_SUBJECT: 'mailto:ops@shop.example' }).push.subject).toBe('mailto:ops@shop.example')
  })

  it('asks social providers at their own addresses', () => {
    const { google, facebook } = read().socialUrls
    for (const url of [...Object.values(google), ...Object.values(facebook)])
      expect(new URL(url).host).toMatch(/(^|\.)(google|googleapis|facebook)\.com$/)
  })
})
