import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Libraries that a start does not need, because few requests and jobs use them. The first read of a property loads the
 * library of that name.
 */
export const libraries = {
  get aws4fetch() {
    return require('aws4fetch') as typeof import('aws4fetch')
  },
  get csvParse() {
    return require('csv-parse/sync') as typeof import('csv-parse/sync')
  },
  get csvStringify() {
    return require('csv-stringify/sync') as typeof import('csv-stringify/sync')
  },
  get graphileWorker() {
    return require('graphile-worker') as typeof import('graphile-worker')
  },
  get icalGenerator() {
    return require('ical-generator') as typeof import('ical-generator')
  },
  get jose() {
    return require('jose') as typeof import('jose')
  },
  get nats() {
    return require('@nats-io/transport-node') as typeof import('@nats-io/transport-node')
  },
  get nodemailer() {
    return require('nodemailer') as typeof import('nodemailer')
  },
  get otlp() {
    return require('@opentelemetry/exporter-trace-otlp-proto') as typeof import('@opentelemetry/exporter-trace-otlp-proto')
  },
  get otpauth() {
    return require('otpauth') as typeof import('otpauth')
  },
  get pgCopyStreams() {
    return require('pg-copy-streams') as typeof import('pg-copy-streams')
  },
  get phoneNumbers() {
    return require('libphonenumber-js/mobile') as typeof import('libphonenumber-js/mobile')
  },
  get phoneMetadata() {
    return require('libphonenumber-js/mobile/metadata') as typeof import('libphonenumber-js/mobile/metadata').default
  },
  get promClient() {
    return require('prom-client') as typeof import('prom-client')
  },
  get sanitizeHtml() {
    return require('sanitize-html') as typeof import('sanitize-html')
  },
  get sharp() {
    return require('sharp') as typeof import('sharp').default
  },
  get tarStream() {
    return require('tar-stream') as typeof import('tar-stream')
  },
  get webPush() {
    return require('web-push') as typeof import('web-push')
  },
}
