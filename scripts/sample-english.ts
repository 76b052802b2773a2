import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'
import { type Kind, listProseFiles, proseOf } from './words.ts'

/**
 * Prints 100 sentences of the repository, drawn by a seed, for a reader who counts those that are odd:
 * `node scripts/sample-english.ts docs|comments|titles|texts <seed>`.
 */
const SAMPLE_SIZE = 100
const MIN_WORDS = 4

if (import.meta.main) main(process.argv[2] as Kind, Number(process.argv[3]))

function main(kind: Kind, seed: number): void {
  const sentences = listProseFiles().flatMap((file) =>
    proseOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((prose) => prose.kind === kind)
      .flatMap(({ line, text, quoted = text }) =>
        sentencesOf(quoted).map((sentence) => `${file}:${line}: ${sentence}`),
      ),
  )
  for (const sentence of draw(sentences, SAMPLE_SIZE, seed)) console.log(sentence)
  console.log(`${Math.min(SAMPLE_SIZE, sentences.length)} of ${sentences.length} sentences, seed ${seed}`)
}

/** Returns the sentences of a piece of prose that have enough words to be judged, each on one line. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?:]["')]*) (?=["'(*`]*[A-Z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => (sentence.match(/\b[a-z][a-z']*\b/gi) ?? []).length >= MIN_WORDS)
}

/** Returns `count` different entries at random; a seed always gives the same entries in the same order. */
export function draw<T>(entries: readonly T[], count: number, seed: number): T[] {
  const next = randomFrom(seed)
  return entries
    .map((entry) => ({ entry, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ entry }) => entry)
}

/** Returns a generator of random numbers (Mulberry32), which gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
