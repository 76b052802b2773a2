import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Input, Select } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import type { Language } from '#features/storefront/languages/language-panel.tsx'
import { TextField } from '#features/storefront/languages/text-field.tsx'
import { TextFile } from '#features/storefront/languages/text-file.tsx'
import { donePercent, lookUp, type TextFilter } from '#features/storefront/languages/text-rows.ts'
import { ask } from '#lib/query.ts'

const filters: readonly { value: TextFilter; label: string }[] = [
  { value: 'all', label: 'All texts' },
  { value: 'missing', label: 'Not translated' },
  { value: 'changed', label: 'Changed by the shop' },
  { value: 'long', label: 'Much longer than the English text' },
]
type Looked = { language?: string; filter?: string; group?: string; q?: string; page?: string }

/** Lists all texts of the shop next to the English ones, in one language at a time. */
export default function TranslationsRoute() {
  const search = useSearch({ strict: false }) as Looked
  const navigate = useNavigate()
  const show = (more: Looked) =>
    void navigate({ to: '/translations', search: { ...search, page: undefined, ...more } as never, replace: true })
  const { data } = useQuery(ask('dashboard/languages', {}))
  const languages = data?.languages ?? []
  const language =
    languages.find(({ id }) => String(id) === search.language) ??
    languages.find(({ code }) => code !== 'en') ??
    languages[0]
  return (
    <>
      <PageHead title="Translations" text="Each text is saved when you leave its field." />
      {language ? (
        <Texts key={language.id} language={language} languages={languages} search={search} show={show} />
      ) : null}
    </>
  )
}

type TextsProps = {
  language: Language
  languages: readonly Language[]
  search: Looked
  show: (more: Looked) => void
}

function Texts({ language, languages, search, show }: TextsProps) {
  const { data, error } = useQuery(ask('dashboard/texts', { language_id: language.id }))
  const rows = data?.texts ?? []
  const { filter = 'all', group = '', q = '' } = search
  const found = lookUp(rows, { filter: filter as TextFilter, group, q, page: Number(search.page) || 1 })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Finder language={language} languages={languages} search={search} groups={found.groupNames} show={show} />
        <TextFile language={language} rows={rows} />
      </div>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data ? (
        <p role="status" className="num mb-2 text-small text-ink-2">
          {donePercent(rows)}% translated. {found.foundCount} of {rows.length} texts shown.
        </p>
      ) : null}
      <ul aria-label="Texts" className="card">
        {found.shown.map((row) => (
          <TextField key={row.key} row={row} language={language} />
        ))}
        {data && found.foundCount === 0 ? (
          <li className="p-8 text-center text-ink-2">
            {filter === 'missing' && !q ? 'Nothing is missing.' : 'No text matches your search.'}
          </li>
        ) : null}
      </ul>
      {found.pageCount > 1 ? (
        <Pages page={found.page} count={found.pageCount} onPage={(page) => show({ page: String(page) })} />
      ) : null}
    </>
  )
}

/** Filters texts by language, problem, group and words. */
function Finder({ language, languages, search, groups, show }: TextsProps & { groups: readonly string[] }) {
  const { filter = 'all', group = '', q = '' } = search
  return (
    <>
      <div className="w-44">
        <Select
          label="Language"
          value={String(language.id)}
          options={languages.map(({ id, language_name }) => ({ value: String(id), label: language_name }))}
          onChange={(event) => show({ language: event.target.value })}
        />
      </div>
      <div className="w-52">
        <Select
          label="Show"
          value={filter}
          options={filters}
          onChange={(event) => show({ filter: event.target.value })}
        />
      </div>
      <div className="w-40">
        <Select
          label="Group"
          value={group}
          options={[{ value: '', label: 'Every group' }, ...groups.map((name) => ({ value: name, label: name }))]}
          onChange={(event) => show({ group: event.target.value })}
        />
      </div>
      <div className="min-w-48 flex-1">
        <Input
          label="Search"
          type="search"
          placeholder="Key or text"
          value={q}
          onChange={(event) => show({ q: event.target.value })}
        />
      </div>
    </>
  )
}

function Pages({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  const show = 'control text-label disabled:opacity-45'
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center gap-3">
      <button type="button" className={show} disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <span className="num text-small">
        Page {page} of {count}
      </span>
      <button type="button" className={show} disabled={page === count} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </nav>
  )
}
