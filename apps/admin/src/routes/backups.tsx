import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AskedAction } from '#components/asked-action.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Section } from '#components/section.tsx'
import { call } from '#lib/api.ts'
import { download } from '#lib/download.ts'
import { formatBytes, formatCount, formatMoment } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

type Backups = Output<'dashboard/backups'>
type Kept = Backups['backups'][number]

const POLL_EVERY_MS = 2000
const planTexts = {
  off: 'No automatic backups.',
  hourly: 'The server makes a backup every hour.',
  daily: 'The server makes a backup every day.',
}
const failureText = {
  'no-room': 'The last backup failed: the disk has too little space.',
  'given-up': 'The last backup failed. The server’s log names the reason.',
}

const isUnderWay = (backups: Backups | undefined): boolean =>
  backups?.last_run?.status === 'waiting' || backups?.last_run?.status === 'running'

/** Lists the backups from which the shop can be restored. */
export default function BackupsRoute() {
  const { data, error } = useQuery({
    ...ask('dashboard/backups', {}),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? POLL_EVERY_MS : false),
  })
  const make = useMutation({
    mutationFn: () => call('dashboard/backups/make', {}),
    onSuccess: () => toast('The backup is being made'),
    onError: toastError,
    onSettled: () => reread('dashboard/backups'),
  })
  return (
    <>
      <PageHead
        title="Backups"
        text="A backup is the whole shop in one file: all data at one moment, and the uploaded pictures."
      >
        <Button size="small" isBusy={make.isPending || isUnderWay(data)} onClick={() => make.mutate()}>
          Make one now
        </Button>
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data ? (
        <div className="grid items-start gap-4 large:grid-cols-[minmax(0,1fr)_20rem]">
          <Files backups={data.backups} mayTake={data.may_take} />
          <div className="grid gap-4">
            <Plan {...data} />
            <HowToRestore />
          </div>
        </div>
      ) : null}
    </>
  )
}

function Files({ backups, mayTake }: { backups: readonly Kept[]; mayTake: boolean }) {
  if (backups.length === 0)
    return <p className="card p-6 text-center text-ink-2">There is no backup yet. Make the first backup now.</p>
  return (
    <div className="card overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">Retained backups</caption>
        <thead>
          <tr className="text-label">
            {['When', 'Made', 'Size', ...(mayTake ? ['Download'] : [])].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {backups.map((kept) => (
            <tr key={kept.name}>
              <td data-label="When" data-main="">
                {formatMoment(kept.made_at)}
              </td>
              <td data-label="Made">{kept.cause === 'planned' ? 'Planned' : 'By hand'}</td>
              <td data-label="Size" className="num">
                {formatBytes(kept.bytes)}
              </td>
              {mayTake ? (
                <td data-label="Download">
                  <Take kept={kept} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Take({ kept: { name, made_at } }: { kept: Kept }) {
  const when = formatMoment(made_at)
  return (
    <div className="flex flex-wrap gap-2 py-1">
      <Button
        size="small"
        variant="outline"
        aria-label={`Download the backup of ${when}`}
        onClick={() => download(`/dashboard/backups/${name}`, name)}
      >
        Download
      </Button>
      <AskedAction
        label="Delete"
        name={`Delete the backup of ${when}`}
        variant="plain"
        question={`Delete the backup of ${when}?`}
        action="Delete"
        typed="delete"
        says="The shop can no longer be restored from this backup."
        act={async () => {
          await call('dashboard/backups/delete', { name })
          await reread('dashboard/backups')
        }}
      />
    </div>
  )
}

function Plan({ plan, keeps, last_run }: Backups) {
  return (
    <Section title="Plan">
      <p>
        {planTexts[plan]}
        {plan === 'off'
          ? null
          : ` The server keeps the newest ${formatCount(keeps)} automatic backups, and all backups that people made.`}
      </p>
      {last_run?.fault ? <p role="alert">{failureText[last_run.fault]}</p> : null}
      <p>
        <Link to="/settings" search={{ group: 'backups' } as never} className="text-brand underline">
          Change the plan
        </Link>
      </p>
    </Section>
  )
}

function HowToRestore() {
  return (
    <Section title="Restore a backup">
      <p>Stop the server and run this command on its machine, with the path of the backup:</p>
      <pre className="overflow-x-auto rounded-control bg-sunken p-3 text-small">npm run restore -- file.tar.gz</pre>
      <p>
        The command needs an empty database, or <code className="whitespace-nowrap">--replace</code> to delete the data
        in the database. The command checks the file before it starts and the ledger at the end.
      </p>
      <p>
        If the disk of the server fails, backups on it are lost, so copy some of them to another place. Keep the copies
        safe: each holds the whole shop and all customer data.
      </p>
    </Section>
  )
}
