import { describe, expect, test } from 'vitest'
import { mergeCommands } from '../recipes.ts'
import { parseRecipe } from './recipe.ts'

const page = `# How to add a thing

Prose with \`code\`.

## Steps

1. Write it.

   Create \`packages/thing.ts\`:

   \`\`\`ts
   export const thing = {
     size: 1,
   }
   \`\`\`

2. List it.

   In \`packages/list.ts\`, after \`one,\`:

   \`\`\`ts
     thing,
   \`\`\`

   In \`packages/list.ts\`, replace \`1 thing\` with:

   \`\`\`ts
   2 things
   \`\`\`

   In \`packages/list.md\`, before \`\` \`thing\` | \`\`:

   \`\`\`md
   a row
   \`\`\`

   Copy \`a.ts\` to \`b.ts\`.

   Run \`node scripts/generate.ts\`.

## Checks

| Command | Fails without |
|---|---|
| \`tsc -p tsconfig.pure.json\` | step 1 |
| \`knip\` | |
`

describe('a recipe', () => {
  test('is read with its steps, their instructions and its checks', () => {
    expect(parseRecipe('thing', page)).toEqual({
      name: 'thing',
      steps: [
        {
          number: 1,
          instructions: [
            { kind: 'create', file: 'packages/thing.ts', text: 'export const thing = {\n  size: 1,\n}\n' },
          ],
        },
        {
          number: 2,
          instructions: [
            { kind: 'insert', file: 'packages/list.ts', where: 'after', anchor: 'one,', text: '  thing,\n' },
            { kind: 'replace', file: 'packages/list.ts', anchor: '1 thing', text: '2 things\n' },
            { kind: 'insert', file: 'packages/list.md', where: 'before', anchor: '`thing` |', text: 'a row\n' },
            { kind: 'copy', from: 'a.ts', to: 'b.ts' },
            { kind: 'run', command: 'node scripts/generate.ts' },
          ],
        },
      ],
      checks: [{ command: 'tsc -p tsconfig.pure.json', step: 1 }, { command: 'knip' }],
    })
  })

  test.each([
    ['an instruction in another form', page.replace(', after `one,`:', ', somewhere:'), /unknown form/],
    ['an instruction without its code', page.replace(/```ts\n {3}2 things\n {3}```/, ''), /no code follows/],
    ['a step without an instruction', page.replace(/ {3}Create[\s\S]*?\}\n {3}```\n/, ''), /step 1 has no instruction/],
    ['no checks', page.replace(/^\| `.*\n/gm, ''), /is empty/],
    ['a check of a step that is not there', page.replace('step 1 |', 'step 7 |'), /no step has number 7/],
  ])('with %s is refused', (_, text, message) => {
    expect(() => parseRecipe('thing', text)).toThrow(message)
  })
})

test('files of Vitest commands of one project run together, and each other command runs once', () => {
  expect(
    mergeCommands([
      'knip',
      'vitest run --project server a',
      'vitest run --project server b c',
      'knip',
      'vitest run --project pure d',
    ]),
  ).toEqual(['knip', 'vitest run --project server a b c', 'vitest run --project pure d'])
})
