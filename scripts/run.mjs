// The one plain JavaScript file: it runs on whatever Node the machine has (18 or newer), installs what is missing and
// hands over to the pinned Node 24, which runs everything else as TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command = 'start', ...args] = process.argv.slice(2)
/** Serving and keeping a shop need no test tools; everything else does. */
const wants = ['start', 'backup', 'restore'].includes(command) ? 'start' : 'full'
const stamp = join(root, 'node_modules', '.nukkad-install')

install()
const node = findNode()
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', `${command}.ts`), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [have, of] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  if (of === lock && (have === 'full' || have === wants)) return
  console.log(
    `  Installing packages (${wants === 'start' ? 'first start only' : 'with the test tools'}; about a minute) …`,
  )
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', ...(wants === 'start' ? ['--omit=dev'] : [])]
  if (npm(['ci', ...quiet]) !== 0) {
    // A mirror may lack a platform package that the lockfile names for other machines; ours are still to be had.
    console.log('  The locked install did not go through; trying a plain one …')
    if (npm(['install', '--no-save', ...quiet]) !== 0)
      fail('The packages could not be installed. Is the npm registry reachable?')
  }
  writeFileSync(stamp, `${wants} ${lock}`)
}

function npm(npmArgs) {
  const cli = process.env.npm_execpath
  const [program, first] = cli ? [process.execPath, [cli]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  return spawnSync(program, [...first, ...npmArgs], {
    cwd: root,
    stdio: 'inherit',
    shell: !cli && process.platform === 'win32',
  }).status
}

/** The pinned Node of this platform; where none is packaged, the machine's own when it is new enough. */
function findNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin')
  const packaged = existsSync(folder) ? readdirSync(folder).find((name) => /^node(\.exe)?$/.test(name)) : undefined
  if (packaged) return join(folder, packaged)
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `No Node 24 is packaged for ${process.platform}-${process.arch}. Install Node 24 or newer and start again.`,
  )
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
