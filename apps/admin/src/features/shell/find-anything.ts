import { useQueries, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { areas } from '#areas/areas.ts'
import { ask } from '#lib/query.ts'
import { may, useMember } from '#lib/session.ts'
import { type Found, kinds } from './found-rows.ts'

const MIN_LETTERS = 3
const MAX_OF_A_KIND = 4
const SETTLE_MS = 250

/**
 * Finds pages and settings by a part of their name while a person types, and orders, people, stores and items after a
 * pause in typing. Finds only what the person may see.
 */
export function useFound(text: string): Found[] {
  const member = useMember()
  const wanted = text.trim()
  const q = useSettled(wanted)
  const settings = useSettings(wanted)
  const answers = useQueries({
    queries: kinds.map(({ table, accesses }) => ({
      ...ask('dashboard/table', { table, q, filters: {} }),
      enabled: q === wanted && q.length >= MIN_LETTERS && accesses.every((access) => may(member, access)),
    })),
  })
  const pages = areas
    .flatMap((area) => area.pages.map((page) => ({ ...page, area: area.title })))
    .filter((page) => !page.path.includes('$') && may(member, page))
    .filter((page) => `${page.title} ${page.area}`.toLowerCase().includes(wanted.toLowerCase()))
    .map(({ path, title, area, icon }): Found => ({ to: path, title, note: area === title ? '' : area, icon }))
  if (q !== wanted || q.length < MIN_LETTERS) return [...pages, ...settings]
  const things = kinds.flatMap(({ show }, at) => (answers[at]?.data?.rows ?? []).slice(0, MAX_OF_A_KIND).map(show))
  return [...pages, ...things, ...settings]
}

/**
 * Finds settings that have a word beginning with each typed word, or whose key is the typed text. The names of settings
 * load with the first search.
 */
function useSettings(wanted: string): Found[] {
  const mayChange = may(useMember(), { permission: 'settings_manage' })
  const { data: names } = useQuery({
    queryKey: ['names of settings'],
    queryFn: async () => Object.entries((await import('../storefront/settings-admin/names.ts')).settingNames),
    enabled: mayChange,
    staleTime: Infinity,
  })
  if (wanted.length < MIN_LETTERS || !names) return []
  return names
    .filter(([key, name]) => key.toLowerCase() === wanted.toLowerCase() || hasWords(name, wanted))
    .slice(0, MAX_OF_A_KIND)
    .map(([key, title]) => ({ to: '/settings', search: { q: key }, title, note: 'Setting', icon: SlidersHorizontal }))
}

/** Returns whether each typed word begins a word of the name. */
function hasWords(name: string, typed: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((start) => words.some((word) => word.startsWith(start)))
}

/** Returns the typed text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
