import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { LoadError } from '#components/load-error.tsx'
import { PageHead } from '#components/page-head.tsx'
import { PlanForm } from '#features/insight/exports/plan-form.tsx'
import { ExportMenu } from '#features/shell/table/export-menu.tsx'
import { shapeOf } from '#features/shell/table/shapes.ts'
import { call } from '#lib/api.ts'
import { download } from '#lib/download.ts'
import { cadenceText, failureText, type Plan, type Run } from '#lib/export-texts.ts'
import { formatCount, formatMoment } from '#lib/format.ts'
import { newKey } from '#lib/new-key.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

const POLL_EVERY_MS = 3000
const statusLabels: Record<Run['status'], string> = {
  waiting: 'Waiting',
  running: 'Being made',
  done: 'Done',
  failed: 'Not made',
}

/** Lists export plans, and the files that were made in the background. */
export default function ExportsRoute() {
  const { data, error, refetch } = useQuery({
    ...ask('dashboard/exports', {}),
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ status }) => status === 'waiting' || status === 'running') ? POLL_EVERY_MS : false,
  })
  const [edited, setEdited] = useState<Plan | 'new'>()
  return (
    <>
      <PageHead
        title="Exports"
        text="Export any table as a file on a schedule: into Google Drive, or as a link by email."
      >
        <Button size="small" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          Plan an export
        </Button>
      </PageHead>
      {error && !data ? <LoadError className="mb-8" text={error.message} onRetry={() => void refetch()} /> : null}
      <section aria-labelledby="plans" className="mb-8">
        <h2 id="plans" className="mb-3 text-heading">
          Plans
        </h2>
        {data?.plans.length === 0 ? (
          <p className="card p-6 text-center text-ink-2">
            No exports planned yet. Plan an export of a table, with its filters, at the hour that you choose.
          </p>
        ) : (
          <ul className="grid gap-3">
            {data?.plans.map((plan) => (
              <PlanCard key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />
            ))}
          </ul>
        )}
      </section>
      {data ? <Runs runs={data.runs} plans={data.plans} /> : null}
      {data ? (
        <PlanForm
          key={edited === 'new' ? 'new' : edited?.id}
          plan={edited}
          missing={data.drive.missing}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}

function PlanCard({ plan, onEdit }: { plan: Plan; onEdit: () => void }) {
  const run = useMutation({
    mutationFn: () => call('dashboard/export-plans/run', { id: plan.id }, { idempotencyKey: newKey() }),
    onSuccess: async () => {
      await reread('dashboard/exports')
      toast('The file is being made')
    },
    onError: toastError,
  })
  return (
    <li className="card flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-label">{plan.name}</h3>
        <p className="text-small text-ink-2">
          {shapeOf(plan.table).title}, {plan.format.toUpperCase()}{' '}
          {plan.destination === 'drive' ? 'to Drive' : 'by mail'}. {cadenceText(plan)}
          {plan.is_active ? `; next ${formatMoment(plan.next_run_at)}.` : '; stopped.'}
        </p>
      </div>
      <Button size="small" variant="outline" isBusy={run.isPending} onClick={() => run.mutate()}>
        Make now
      </Button>
      <Button size="small" variant="outline" onClick={onEdit} aria-label={`Change ${plan.name}`}>
        Change
      </Button>
      <AskedAction
        label="Remove"
        name={`Remove ${plan.name}`}
        variant="plain"
        question={`Remove “${plan.name}”?`}
        action="Remove"
        says="Files that the plan has made stay for a week."
        act={async () => {
          await call('dashboard/export-plans/delete', { id: plan.id })
          await reread('dashboard/exports')
        }}
      />
    </li>
  )
}

function Runs({ runs, plans }: { runs: readonly Run[]; plans: readonly Plan[] }) {
  return (
    <section aria-labelledby="runs">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="runs" className="min-w-0 flex-1 text-heading">
          Files of this week
        </h2>
        <ExportMenu table="export_runs" query={{ filters: {} }} />
      </div>
      <div className="card overflow-x-auto">
        <table className="data-table">
          <caption className="sr-only">Files of this week</caption>
          <thead>
            <tr className="text-label">
              {['When', 'What', 'Where', 'State', 'Rows', 'File'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <td data-label="When">{formatMoment(run.created_at)}</td>
                <td data-label="What" data-main="">
                  {plans.find(({ id }) => id === run.plan_id)?.name ?? shapeOf(run.table).title} (
                  {run.format.toUpperCase()})
                </td>
                <td data-label="Where">{run.destination === 'drive' ? 'Drive' : 'Mail'}</td>
                <td data-label="State">
                  {statusLabels[run.status]}
                  {run.fault ? <span className="block text-small text-ink-2">{failureText(run.fault)}</span> : null}
                </td>
                <td data-label="Rows" className="num">
                  {formatCount(run.rows)}
                </td>
                <td data-label="File">
                  <FileLink run={run} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {runs.length === 0 ? (
          <p className="p-6 text-center text-ink-2">No files yet. Exports made in the background appear here.</p>
        ) : null}
      </div>
    </section>
  )
}

function FileLink({ run }: { run: Run }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/exports/fetch', { id: run.id }),
    onSuccess: ({ url }) => download(url),
    onError: toastError,
  })
  if (run.status !== 'done') return '–'
  if (run.link)
    return (
      <a href={run.link} target="_blank" rel="noopener noreferrer" className="text-brand underline">
        Open in Drive
      </a>
    )
  return (
    <button type="button" disabled={isPending} className="text-brand underline" onClick={() => mutate()}>
      Download
    </button>
  )
}
