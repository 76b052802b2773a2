import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { listFiles, root } from './steps.ts'

/**
 * Fails if an exported query of the server or an exported part of the contract has no comment. The `summary` of a call
 * is its comment, because the public reference prints it. A reviewer judges whether a comment is good.
 */
const QUERIES = /^apps\/server\/src\/features\/.*queries\.ts$/
const CONTRACT = /^packages\/contract\/src\/(?!texts\/).*\.ts$/

if (import.meta.main) process.exitCode = main()

function main(): number {
  const files = listFiles().filter((file) => (QUERIES.test(file) || CONTRACT.test(file)) && !file.endsWith('.test.ts'))
  const missing = files.flatMap((file) => undocumented(file, readFileSync(join(root, file), 'utf8')))
  for (const place of missing) console.error(`${place} has no comment`)
  console.log(`${missing.length} exports without a comment in ${files.length} files of queries and of the contract`)
  return missing.length > 0 ? 1 : 0
}

type Statement = { type: string; start: number; end: number; declaration?: Declaration | null }
type Declaration = { type: string; id?: { name: string }; declarations?: { id: { name?: string } }[] }

/**
 * Returns the line and name of each export that has no comment directly before it. The types of rows that queries
 * return need no comment.
 */
export function undocumented(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  return (program.body as unknown as Statement[]).flatMap(({ type, start, end, declaration }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return []
    if (QUERIES.test(file) && declaration.type === 'TSTypeAliasDeclaration') return []
    const hasComment = /\*\/\s*$/.test(source.slice(0, start))
    const hasSummary = declaration.type === 'VariableDeclaration' && /\bsummary:\s/.test(source.slice(start, end))
    if (hasComment || hasSummary) return []
    const name = declaration.id?.name ?? declaration.declarations?.[0]?.id.name
    return [`${file}:${source.slice(0, start).split('\n').length} ${name ?? 'export'}`]
  })
}
