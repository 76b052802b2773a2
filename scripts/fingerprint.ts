import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')
const skipped = new Set(['dist', 'node_modules', '.vite'])
const source = /\.(ts|tsx|css|html|json|woff2|svg|js|png|webp)$/

/**
 * Returns a digest of the names and contents of files, or of the source files below a folder, without tests. The paths
 * are absolute or relative to the repository. Reading the files takes the most time, so files whose size and time have
 * not changed are not read again; the file `memo` stores sizes and times with the digest. The compared time is that of
 * the last change of the file's status (ctime), which no program can set.
 */
export function fingerprint(paths: readonly string[], memo: string): string {
  const files = paths.filter((path) => existsSync(resolve(root, path))).flatMap(listSources)
  const states = digestOf(files, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(resolve(root, file))
    return `${size} ${mtimeMs} ${ctimeMs} `
  })
  const [seen, known] = readMemo(memo)
  if (seen === states && known?.length === states.length) return known
  const contents = digestOf(files, (file) => readFileSync(resolve(root, file)))
  writeMemo(memo, `${states} ${contents}`)
  return contents
}

function digestOf(files: readonly string[], read: (file: string) => string | Buffer): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(read(file))
  return hash.digest('hex')
}

function readMemo(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split(' ')
  } catch {
    return []
  }
}

function writeMemo(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch {
    // An error is ignored here: if the memo cannot be written, the next start reads the files again.
  }
}

/** Lists the source files below a folder, sorted by name; for the path of a file, returns only this file. */
function listSources(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(resolve(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (skipped.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) return listSources(below)
      return source.test(entry.name) ? [below] : []
    })
}
