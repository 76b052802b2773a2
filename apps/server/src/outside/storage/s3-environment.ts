import { z } from 'zod'
import type { S3Settings } from './s3-client.ts'

const endpoint = z.string().refine(isEndpoint, 'must be http:// or https://, a host and perhaps a port and a path')
const visible = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be letters, digits or signs without spaces')

/**
 * The environment variables of an object store; if none of these variables is set, files are stored in the data folder.
 */
export const s3Environment = {
  S3_ENDPOINT: endpoint.optional(),
  S3_PUBLIC_ENDPOINT: endpoint.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be 3 to 63 small letters, digits, dots and hyphens')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-zA-Z0-9-]{1,50}$/, 'must be a region such as eu-central-1')
    .optional(),
  S3_ACCESS_KEY_ID: visible.optional(),
  S3_SECRET_ACCESS_KEY: visible.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/, 'must be names of folders such as shops/nukkad')
    .optional(),
}

/** Variables whose values no error message shows, because a URL may contain a password. */
export const s3Secrets = ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
type Values = { [Name in keyof typeof s3Environment]?: string | undefined }

/**
 * Returns the object store that the environment configures, undefined if it configures none, or an error line that
 * names the missing variable.
 */
export function readS3(values: Values): S3Settings | { refusal: string } | undefined {
  const set = (Object.keys(s3Environment) as (keyof Values)[]).find((name) => values[name] !== undefined)
  if (!set) return undefined
  const missing = needed.find((name) => values[name] === undefined)
  if (missing) return { refusal: `${missing} is missing: ${set} says that files are in an object store.` }
  const [address = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = needed.map((name) => values[name])
  return {
    endpoint: withoutSlash(address),
    publicEndpoint: values.S3_PUBLIC_ENDPOINT && withoutSlash(values.S3_PUBLIC_ENDPOINT),
    bucket,
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    prefix: values.S3_PREFIX ? `${withoutSlash(values.S3_PREFIX)}/` : '',
  }
}

function withoutSlash(text: string): string {
  return text.replace(/\/+$/, '')
}

function isEndpoint(text: string): boolean {
  const address = text.replace('{bucket}', 'bucket')
  if (!URL.canParse(address)) return false
  const { protocol, username, password, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '')
}
