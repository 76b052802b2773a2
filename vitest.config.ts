import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { putTemporaryFilesInMemory } from './scripts/memory-folder.ts'

putTemporaryFilesInMemory()

/** Without a number, Vitest would leave one of two cores unused. */
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
          // Properties draw thousands of letters; a busy machine takes many seconds for them.
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
          // Times on the screen are those of the person, so the tests choose a zone.
          env: { TZ: 'Asia/Kolkata' },
          testTimeout: 60_000,
          // As for the server's tests: on a busy machine, awaited results come seconds late.
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
          // Awaited results come in milliseconds, but seconds late on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          // Some files mostly wait for time limits, so a third worker keeps two cores busy.
          maxWorkers: 3,
          // Projects with another number of workers run in a group of their own.
          sequence: { groupOrder: 1 },
          // One worker loads the server once for all its files; a file shares no state but what it imports.
          isolate: false,
        },
      },
    ],
  },
})
