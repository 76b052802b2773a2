import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  findComposeProblems,
  findDockerfileProblems,
  findManifestProblems,
  findUnitProblems,
  hasSystemd,
} from './packaging.ts'
import { root } from './steps.ts'

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

/** Returns a packaging file's text with one part replaced; fails if the part does not occur. */
function broken(text: string, part: string, by: string): string {
  expect(text).toContain(part)
  return text.replace(part, by)
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile')

  test.each([
    ['an unknown instruction', 'STOPSIGNAL SIGTERM', 'STOPSIGNALS SIGTERM', 'Invalid Command'],
    ['a port that does not exist', 'EXPOSE 3000', 'EXPOSE 300000', 'Invalid Port Exposed'],
    ['an unknown option of the health check', '--retries=6', '--tries=6', 'Invalid Argument Format'],
    ['a base image without a version', 'node:24-bookworm-slim', 'node', 'Base Image Missing Tag'],
  ])('%s is found', (_, part, by, problem) => {
    expect(findDockerfileProblems(text)).toEqual([])
    expect(findDockerfileProblems(broken(text, part, by)).join('\n')).toContain(problem)
  })
})

describe('the Compose file', () => {
  const text = read('compose.yaml')

  test.each([
    ['a misspelt setting of a service', '  read_only: true', '  readonly: true', /\(readonly\)/],
    ['a value of another type', 'replicas: 2', 'replicas: two', /deploy\/replicas must be integer/],
    ['a duration without a unit', 'stop_grace_period: 20s', "stop_grace_period: '20'", /must match format "duration"/],
    ['a port that is none', "'127.0.0.1:3000-3009:3000'", "'127.0.0.1:web'", /must match format "ports"/],
    ['an unknown condition', 'condition: service_healthy', 'condition: healthy', /depends_on/],
  ])('%s is found', (_, part, by, problem) => {
    expect(findComposeProblems(text)).toEqual([])
    expect(findComposeProblems(broken(text, part, by)).join('\n')).toMatch(problem)
  })
})

describe('the Kubernetes manifests', () => {
  const web = read('kubernetes/web.yaml')

  test.each([
    ['a misspelt field', 'readinessProbe:', 'readynessProbe:', /Deployment nukkad-web: .*'"?readynessProbe/],
    ['a value of another type', 'containerPort: 3000', 'containerPort: http', /containerPort must be integer/],
    [
      'an unknown kind',
      'kind: PodDisruptionBudget',
      'kind: PodBudget',
      /PodBudget nukkad-web: no such kind in policy\/v1/,
    ],
    ['an unknown version of the API', 'autoscaling/v2', 'autoscaling/v9', /no such kind in autoscaling\/v9/],
    ['a missing field', 'scaleTargetRef:', 'x-scaleTargetRef:', /scaleTargetRef/],
  ])('%s is found', (_, part, by, problem) => {
    expect(findManifestProblems([web])).toEqual([])
    expect(findManifestProblems([broken(web, part, by)]).join('\n')).toMatch(problem)
  })

  test('the template of the secret contains names and no values', () => {
    const values = [...read('kubernetes/secret.yaml.example').matchAll(/^ {2}[A-Z_]+: (.*)$/gm)]
    expect(values.map(([, value]) => value)).toEqual(["''", "''", "''"])
  })
})

describe.skipIf(!hasSystemd())('the unit', () => {
  const text = read('nukkad.service')

  test.each([
    ['a misspelt setting', 'ProtectSystem=', 'ProtectSytem=', /ProtectSytem/],
    ['a value that is none', 'TimeoutStopSec=20', 'TimeoutStopSec=soon', /Failed to parse time value/],
    ['a missing command', 'ExecStart=', 'ExecStartPost=', /ExecStart/],
  ])('%s is found', (_, part, by, problem) => {
    expect(findUnitProblems(text)).toEqual([])
    expect(findUnitProblems(broken(text, part, by)).join('\n')).toMatch(problem)
  })
})
