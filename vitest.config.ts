import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { putTemporaryFilesInMemory } from './scripts/memory-folder.ts'

putTemporaryFilesInMemory()

/** Without a number of workers, Vitest would leave one of two cores unused. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          globalSetup: ['demo/art/vitest-setup.ts'],
          include: [
            'packages/**/*.test.ts',
            'demo/**/*.test.ts',
            'apps/web/**/*.test.{ts,tsx}',
            'apps/admin/**/*.test.ts',
            '{scripts,bench}/**/*.test.ts',
          ],
          exclude: ['scripts/sql-types/**'],
          // The tests of properties draw thousands of letters, which takes many seconds on a busy machine.
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'dashboard',
          include: ['apps/admin/**/*.test.tsx'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/dashboard' } },
          setupFiles: ['apps/admin/test/setup.ts'],
          // One worker loads the dashboard once for all its files. `setup.ts` resets the shared state after each test.
          isolate: false,
          // The screens show times in the time zone of the person, so the tests choose a zone.
          env: { TZ: 'Asia/Kolkata' },
          testTimeout: 60_000,
          // On a busy machine, results for which a test waits come seconds late.
          expect: { poll: { timeout: 15_000 } },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'scripts/sql-types/*.test.ts'],
          globalSetup: ['demo/art/vitest-setup.ts', 'apps/server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Results for which a test waits come in milliseconds, but seconds late on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          // Some test files mostly wait for time limits, so a third worker keeps two cores busy.
          maxWorkers: 3,
          // Vitest requires that projects with another number of workers run in a group of their own.
          sequence: { groupOrder: 1 },
          // One worker loads the server once for all its files, because the files share no state except that of
          // imported modules.
          isolate: false,
        },
      },
    ],
  },
})
