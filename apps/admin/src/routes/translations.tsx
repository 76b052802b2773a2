import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Language } from '#features/storefront/languages/language-panel.tsx'
import { TextField } from '#features/storefront/languages/text-field.tsx'
import { TextFile } from '#features/storefront/languages/text-file.tsx'
import { groupsOf, holds, isMissing, passes, type TextFilter } from '#features/storefront/languages/text-rows.ts'
import { ask } from '#lib/query.ts'
import { Input, Select } from '#parts/controls.tsx'
import { PageHead } from '#parts/page-head.tsx'

const PER_PAGE = 50
const filters: readonly { value: TextFilter; label: string }[] = [
  { value: 'all', label: 'All texts' },
  { value: 'missing', label: 'Not translated' },
  { value: 'changed', label: 'In our own words' },
  { value: 'long', label: 'Much longer than English' },
]
type Looked = { language?: string; filter?: string; group?: string; q?: string; page?: string }

/** Every text of the shop beside its English, in one language at a time. */
export default function TranslationsRoute() {
  const search = useSearch({ strict: false }) as Looked
  const navigate = useNavigate()
  const look = (more: Looked) =>
    void navigate({ to: '/translations', search: { ...search, page: undefined, ...more } as never, replace: true })
  const { data } = useQuery(ask('dashboard/languages', {}))
  const languages = data?.languages ?? []
  const language =
    languages.find(({ id }) => String(id) === search.language) ??
    languages.find(({ code }) => code !== 'en') ??
    languages[0]
  return (
    <>
      <PageHead title="Translations" text="Each text is saved as you leave its field." />
      {language ? <Texts key={language.id} {...{ language, languages, search, look }} /> : null}
    </>
  )
}

type TextsProps = {
  language: Language
  languages: readonly Language[]
  search: Looked
  look: (more: Looked) => void
}

function Texts({ language, languages, search, look }: TextsProps) {
  const { data, error } = useQuery(ask('dashboard/texts', { language_id: language.id }))
  const rows = data?.texts ?? []
  const groups = groupsOf(rows)
  const { filter = 'all', group = '', q = '' } = search
  const shown = rows.filter(
    (row) => passes(row, filter as TextFilter) && (!group || groups.get(row.key) === group) && holds(row, q),
  )
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE))
  const page = Math.min(Number(search.page) || 1, pages)
  const done = rows.filter((row) => !isMissing(row)).length
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="w-44">
          <Select
            label="Language"
            value={String(language.id)}
            options={languages.map(({ id, language_name }) => ({ value: String(id), label: language_name }))}
            onChange={(event) => look({ language: event.target.value })}
          />
        </div>
        <div className="w-52">
          <Select
            label="Show"
            value={filter}
            options={filters}
            onChange={(event) => look({ filter: event.target.value })}
          />
        </div>
        <div className="w-40">
          <Select
            label="Group"
            value={group}
            options={[
              { value: '', label: 'Every group' },
              ...[...new Set(groups.values())].sort().map((name) => ({ value: name, label: name })),
            ]}
            onChange={(event) => look({ group: event.target.value })}
          />
        </div>
        <div className="min-w-48 flex-1">
          <Input
            label="Search"
            type="search"
            placeholder="Key or words"
            value={q}
            onChange={(event) => look({ q: event.target.value })}
          />
        </div>
        <TextFile language={language} rows={rows} />
      </div>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data ? (
        <p role="status" className="num mb-2 text-small text-ink-2">
          {Math.floor((done * 100) / rows.length)} % translated. {shown.length} of {rows.length} texts shown.
        </p>
      ) : null}
      <ul aria-label="Texts" className="card">
        {shown.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((row) => (
          <TextField key={row.key} row={row} language={language} />
        ))}
        {data && shown.length === 0 ? (
          <li className="p-8 text-center text-ink-2">
            {filter === 'missing' && !q ? 'Nothing is missing.' : 'Nothing matches what you look for.'}
          </li>
        ) : null}
      </ul>
      {pages > 1 ? (
        <nav aria-label="Pages" className="mt-3 flex items-center gap-3">
          <button
            type="button"
            className="control text-label disabled:opacity-45"
            disabled={page === 1}
            onClick={() => look({ page: String(page - 1) })}
          >
            Before
          </button>
          <span className="num text-small">
            Page {page} of {pages}
          </span>
          <button
            type="button"
            className="control text-label disabled:opacity-45"
            disabled={page === pages}
            onClick={() => look({ page: String(page + 1) })}
          >
            Next
          </button>
        </nav>
      ) : null}
    </>
  )
}
