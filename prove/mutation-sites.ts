import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One change of one statement, which a test must notice. */
export type Mutation = {
  kind: MutationKind
  file: string
  line: number
  /** The original line. */
  was: string
  /** The text of the whole file with the change. */
  source: string
}

type Rule = {
  files: string | string[]
  /** The weight of a kind of changes: a run draws changes of each kind in proportion to the weights. */
  share: number
  /** Returns the line with the change, or undefined if this kind of change does not apply to the line. */
  change: (line: string, at: { lines: readonly string[]; index: number }) => string | undefined
}

const serverFiles = [
  'apps/server/src/{features,platform}/**/*.ts',
  'apps/server/src/http/**/*.ts',
  'apps/server/src/worker/**/*.ts',
]
const webFiles = ['apps/web/src/{features,routes,lib,stores}/**/*.{ts,tsx}']

/**
 * The kinds of changes: to permissions of calls and tables, settings that are sent to browsers, conditions of a
 * `where`, errors, limits, messages to others, redirects and keys of the browser's storage.
 */
const rules = {
  'permission of a call': {
    files:
      'packages/contract/src/{identity,catalogue,ordering,delivery,payments,ledger,messaging,storefront,insight,operations}/*.ts',
    share: 15,
    change: (line) => swapPermission(line),
  },
  'permission of a table': {
    files: 'packages/contract/src/tables/*.ts',
    share: 8,
    change: (line) => swapPermission(line),
  },
  'who else may come': {
    files: [
      'packages/contract/src/{identity,catalogue,ordering,delivery,payments,ledger,messaging,storefront,insight,operations}/*.ts',
      'packages/contract/src/tables/*.ts',
    ],
    share: 8,
    change: (line) =>
      /^\s*(ownersToo|forCallers|openToKeys|answersBanned|openToUnenrolled): true,$/.test(line) ? '' : undefined,
  },
  'visibility of a setting': {
    files: 'packages/contract/src/settings/*.ts',
    share: 8,
    change: (line) =>
      /^\s*\w+: (secret|privateKey)\(/.test(line) ? line.replace(/(secret|privateKey)\(/, 'publicKey(') : undefined,
  },
  'condition of a where': {
    files: serverFiles,
    share: 35,
    change: (line) => {
      const isOneCondition = /^\s*\.where\(.*\)$/.test(line) || /^\s*and [^`]*$/.test(line)
      return isOneCondition && isBalanced(line) ? '' : undefined
    },
  },
  refusal: {
    files: serverFiles,
    share: 30,
    change: (line) => (/^\s*if \(.*\) throw new AppError\(.*\)$/.test(line) && isBalanced(line) ? '' : undefined),
  },
  limit: {
    files: [...serverFiles, ...webFiles],
    share: 16,
    change: (line) =>
      /^(export )?const \w*(MAX|MOST|LIMIT|SECONDS|MINUTES|HOURS|DAYS|TRIES|LIFE|WITHIN)\w* = [\d_* ]+$/.test(line)
        ? `${line} * 7`
        : undefined,
  },
  'side effects': {
    files: serverFiles,
    share: 12,
    change: (line, at) =>
      /^\s*await (addJob|writeAudit|publish|announce|notify|queue|tell|note|endSessions)\w*\(/.test(line)
        ? withoutStatement(at)
        : undefined,
  },
  redirect: {
    files: webFiles,
    share: 8,
    change: (line) =>
      /\bgo\((withNext\()?'\/[^']*'/.test(line)
        ? line.replace(/(\bgo\((?:withNext\()?)'\/[^']*'/, "$1'/pages/elsewhere'")
        : undefined,
  },
  'key of the storage': {
    files: webFiles,
    share: 10,
    change: (line) => {
      const mutated = line.replace(
        /\b((?:write|read|readJson|remove)(?:Key|Slice))(<[^>]*>)?\('(\w+)'/,
        "$1$2('x_$3' as never",
      )
      return mutated === line ? undefined : mutated
    },
  },
} as const satisfies Record<string, Rule>

export type MutationKind = keyof typeof rules
export const mutationKinds = Object.keys(rules) as MutationKind[]

/**
 * Draws `count` mutations at random, with the share of each kind. The same seed and sources always give the same
 * mutations.
 */
export function drawMutations(root: string, { count, seed }: { count: number; seed: number }): Mutation[] {
  const random = numbersFrom(seed)
  const shares = mutationKinds.reduce((sum, kind) => sum + rules[kind].share, 0)
  return mutationKinds.flatMap((kind) => {
    const sites = sitesOf(root, kind)
    const wanted = Math.round((rules[kind].share / shares) * count)
    return shuffled(sites, random).slice(0, wanted)
  })
}

function sitesOf(root: string, kind: MutationKind): Mutation[] {
  const { files, change }: Rule = rules[kind]
  const paths = globSync(files, { cwd: root }).filter((path) => !/\.test\.tsx?$|testing\.ts$|\/year\//.test(path))
  return paths.toSorted().flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((was, index): Mutation[] => {
      const changed = change(was, { lines, index })
      if (changed === undefined) return []
      const source = changed.includes('\n') ? changed : lines.with(index, changed).join('\n')
      return [{ kind, file, line: index + 1, was: was.trim(), source }]
    })
  })
}

function swapPermission(line: string): string | undefined {
  const found = /^\s*(?:permission|staffMay): '(\w+)',$/.exec(line)
  if (!found) return undefined
  return line.replace(`'${found[1]}'`, found[1] === 'order_view' ? "'coupons_manage'" : "'order_view'")
}

function isBalanced(text: string): boolean {
  const count = (letter: string): number => text.split(letter).length
  return count('(') === count(')') && count('{') === count('}') && count('`') % 2 === 1
}

/** Returns the whole file without the statement that begins on a line. */
function withoutStatement({ lines, index }: { lines: readonly string[]; index: number }): string | undefined {
  for (let end = index; end < Math.min(index + 30, lines.length); end++) {
    if (isBalanced(lines.slice(index, end + 1).join('\n')))
      return [...lines.slice(0, index), ...lines.slice(end + 1)].join('\n')
  }
  return undefined
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Returns a generator of random numbers from 0 to 1 with a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
