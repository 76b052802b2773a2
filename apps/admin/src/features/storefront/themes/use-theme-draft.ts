import type { Theme } from '@nukkad/contract/storefront/themes.ts'
import { useState } from 'react'

const MAX_STEPS = 100
/** Characters that are typed into one field with shorter pauses than this are one undo step. */
const SAME_STEP_MS = 1_000

type History = { past: readonly Theme[]; present: Theme; future: readonly Theme[]; lastKey?: string; lastAt: number }

/** Holds the theme being edited, with undo and redo. */
export function useThemeDraft(start: Theme) {
  const [history, setHistory] = useState<History>({ past: [], present: start, future: [], lastAt: 0 })
  const { past, present, future } = history
  const change = (values: Partial<Theme>) =>
    setHistory((now) => {
      const key = Object.keys(values).join()
      const isSameStep = now.lastKey === key && Date.now() - now.lastAt < SAME_STEP_MS
      return {
        past: isSameStep ? now.past : [...now.past, now.present].slice(-MAX_STEPS),
        present: { ...now.present, ...values },
        future: [],
        lastKey: key,
        lastAt: Date.now(),
      }
    })
  const undo = () =>
    setHistory((now) => {
      const before = now.past.at(-1)
      if (!before) return now
      return { past: now.past.slice(0, -1), present: before, future: [now.present, ...now.future], lastAt: 0 }
    })
  const redo = () =>
    setHistory((now) => {
      const [next, ...rest] = now.future
      return next ? { past: [...now.past, now.present], present: next, future: rest, lastAt: 0 } : now
    })
  return { theme: present, change, undo, redo, mayUndo: past.length > 0, mayRedo: future.length > 0 }
}
