import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Globe } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { isArray, readKey, readSlice, writeKey } from '#lib/storage.ts'

type Languages = Output<'get-all-languages'>

/**
 * Shows the language choice if there are several languages (A-30, G-11). Stores the choice and loads its texts (G-14).
 */
export function LanguageSelect() {
  const { data: languages } = useQuery({
    ...ask('get-all-languages', {}),
    initialData: () => readSlice('languages', isArray) as Languages | undefined,
    initialDataUpdatedAt: 0,
  })
  if (!languages || languages.length < 2) return null
  const stored = languages.find(({ id }) => String(id) === readKey('userPreferedLanguage'))
  const inUse = stored ?? languages.find(({ is_default }) => is_default === 1)
  const choose = (id: string) => {
    writeKey('userPreferedLanguage', id)
    void import('#lib/after-start.ts').then(({ fetchTexts }) => fetchTexts())
  }
  return (
    <label className="flex min-h-11 items-center gap-2 relative rounded-full bg-surface ps-3 text-label hairline">
      <Globe aria-hidden="true" className="size-4.5" />
      <select
        aria-label={t('accountLanguage')}
        defaultValue={inUse?.id}
        onChange={(event) => choose(event.currentTarget.value)}
        className="min-h-11 cursor-pointer appearance-none rounded-full bg-transparent pe-9"
      >
        {languages.map(({ id, language_name }) => (
          <option key={id} value={id} className="bg-surface text-ink">
            {language_name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 size-4" />
    </label>
  )
}
