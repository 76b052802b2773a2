import { type RowOf, tables } from '@nukkad/contract/tables/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '#components/section.tsx'
import { formatMoment } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

type Row = RowOf<'sign_ins'>

/** Maximum number of sign-ins shown on a person's page; the page of all sign-ins shows the rest. */
const NEWEST = 6
const { audience, way, outcome } = tables.sign_ins.filters
const labelOf = ({ labels }: { labels: Readonly<Record<string, string>> }, held: string | null) => labels[held ?? '']

/** Lists successful and refused sign-ins of a person. */
export function SignInsPart({ personId }: { personId: number }) {
  const query = { table: 'sign_ins', filters: { person: String(personId) }, page: 1, per_page: 25 } as const
  const { data } = useQuery(ask('dashboard/table', query))
  const rows = (data?.rows ?? []) as Row[]
  return (
    <Section title="Sign-in history">
      {data && rows.length === 0 ? <p className="text-ink-2">No sign-ins in the last year.</p> : null}
      <ul className="grid gap-2 text-small">
        {rows.slice(0, NEWEST).map((row) => (
          <li key={row.id}>
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className={row.outcome === 'in' ? undefined : 'text-error'}>
                {labelOf(outcome, row.outcome)}, {labelOf(way, row.way)}
              </span>
              <span className="text-ink-2">{formatMoment(String(row.at))}</span>
            </span>
            <span className="text-ink-2">
              {labelOf(audience, row.audience)} · {row.device} · {row.network}
              {row.acting_staff ? ` · ${row.acting_staff}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > 0 ? (
        <p>
          <Link to="/sign-ins" search={{ person: String(personId) } as never} className="text-brand underline">
            All sign-ins of the last year
          </Link>
        </p>
      ) : null}
    </Section>
  )
}
