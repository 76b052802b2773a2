import { entryIsGivenBack } from '@nukkad/ui/history-layers.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { queryClient } from '#lib/query.ts'
import { endToast } from '#lib/toasts.ts'
import { installBrowser } from './dom.ts'
import { restartServer, serve, serverProblems } from './server.ts'

installBrowser()
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message?.slice(0, 3000)) })

beforeEach(() => {
  restartServer()
  vi.stubGlobal('fetch', serve)
})

afterEach(async () => {
  const problems = [...serverProblems()]
  cleanup()
  await entryIsGivenBack()
  endToast()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  expect(problems, 'calls that the server would not have answered so').toEqual([])
})
