import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatCount, formatMoment } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { checkText } from './ledger-texts.ts'

/** Shows the result of the latest ledger check. */
export function NewestCheck() {
  const { data, error } = useQuery({ ...ask('dashboard/ledger-check', {}), staleTime: 0 })
  return (
    <section aria-labelledby="newest-check" className="card grid gap-2 p-5">
      <h2 id="newest-check" className="text-heading">
        Latest check
      </h2>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data && !data.data ? (
        <p>No ledger check has run yet. The check runs each night. To run it now, press “Check now”.</p>
      ) : null}
      {data?.data ? <Result {...data.data} /> : null}
    </section>
  )
}

type ResultProps = {
  checked_at: string
  difference_count: number
  differences: readonly { check: string; subject: string; expected: string; found: string }[]
}

function Result({ checked_at, difference_count: count, differences }: ResultProps) {
  return (
    <>
      {count === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ok" />
          Everything agrees.
        </p>
      ) : (
        <p className="flex items-center gap-2 text-error">
          <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
          {formatCount(count)} {count === 1 ? 'difference' : 'differences'}: payouts are stopped.
        </p>
      )}
      <p className="text-small text-ink-2">
        Checked <time className="num">{formatMoment(checked_at.replace(' ', 'T'))}</time>
      </p>
      {count > 0 ? (
        <ul aria-label="Differences" className="grid gap-2">
          {differences.map(({ check, subject, expected, found }) => (
            <li key={check + subject} className="border-t border-line pt-2">
              <p className="text-label">{checkText(check)}</p>
              <p className="text-small text-ink-2 [overflow-wrap:anywhere]">
                {subject}: should be <span className="num">{expected}</span>, is <span className="num">{found}</span>
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {count > differences.length ? <p className="text-small">The first {differences.length} are shown.</p> : null}
    </>
  )
}
