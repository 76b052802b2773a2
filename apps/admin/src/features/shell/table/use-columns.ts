import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { useState } from 'react'

/** The shown columns; this browser remembers the choice. */
export function useColumns(table: string, shape: TableShape) {
  const key = `dashboardColumns:${table}`
  const all = Object.keys(shape.columns)
  const usual = all.filter((name) => !shape.columns[name]!.isHidden)
  const [chosen, setChosen] = useState<readonly string[]>(
    () => read(key)?.filter((name) => all.includes(name)) ?? usual,
  )
  const shown = all.filter((name) => chosen.includes(name))
  const toggle = (name: string) =>
    choose(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  const choose = (names: readonly string[]) => {
    const next = names.filter((name) => all.includes(name))
    // At least one column stays, because a table without columns would be useless.
    if (next.length === 0) return
    setChosen(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return { shown, toggle, choose }
}

function read(key: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(stored) && stored.length > 0 ? stored.map(String) : undefined
  } catch {
    return undefined
  }
}
