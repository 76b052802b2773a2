import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { LoadError } from '#components/load-error.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { ShownOnce } from './shown-once.tsx'
import { type Endpoint, WebhookForm } from './webhook-form.tsx'

const DAY_MS = 86_400_000
const pausedTexts = {
  failing: 'Stopped: the receiver has accepted no message for five days.',
  gone: 'Stopped: the receiver answered that this URL no longer exists.',
} as const

/** Lists the webhooks, which notify other programs of events in the shop. */
export function Webhooks() {
  const { data, error, refetch } = useQuery(ask('dashboard/webhooks', {}))
  const [edited, setEdited] = useState<Endpoint | 'new'>()
  const [secret, setSecret] = useState<string>()
  return (
    <section aria-labelledby="webhooks" className="mb-8">
      <div className="mb-3 flex items-center gap-3">
        <h2 id="webhooks" className="flex-1 text-heading">
          Webhooks
        </h2>
        <Button size="small" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          Add a webhook
        </Button>
      </div>
      {error && !data ? <LoadError text={error.message} onRetry={() => void refetch()} /> : null}
      {data?.endpoints.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">
          No webhooks yet. Add a webhook to notify another program of orders, payments or wallets. Messages are signed
          by the rules of Standard Webhooks.
        </p>
      ) : (
        <ul className="grid gap-3">
          {data?.endpoints.map((endpoint) => (
            <EndpointCard
              key={endpoint.id}
              endpoint={endpoint}
              onEdit={() => setEdited(endpoint)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      <WebhookForm
        key={edited === 'new' ? 'new' : edited?.id}
        endpoint={edited}
        onClose={() => setEdited(undefined)}
        onSecret={setSecret}
      />
      <ShownOnce title="Signing secret" label="Secret" value={secret} onClose={() => setSecret(undefined)} />
    </section>
  )
}

const rereadAll = () => reread('dashboard/webhooks', 'dashboard/table')

type EndpointCardProps = { endpoint: Endpoint; onEdit: () => void; onSecret: (secret: string) => void }

function EndpointCard({ endpoint, onEdit, onSecret }: EndpointCardProps) {
  const { id, url, description, kinds, is_active, paused_because, old_secret_until } = endpoint
  const act = useMutation({
    mutationFn: async (what: 'test' | 'replay') => {
      if (what === 'test') await call('dashboard/webhooks/test', { id })
      if (what === 'replay') {
        const since = new Date(Date.now() - DAY_MS).toISOString()
        const { again } = await call('dashboard/webhooks/replay', {
          what: { endpoint_id: id, since, only_failed: true },
        })
        toast(
          again === 0
            ? 'Every message of the last day was received'
            : `${again} messages of the last day are sent again`,
        )
      }
      if (what === 'test') toast('The test is being sent. The log will show the result.')
    },
    onSuccess: rereadAll,
    onError: toastError,
  })
  return (
    <li className="card px-4 py-3">
      <h3 className="text-label break-all">{url}</h3>
      <p className="text-small text-ink-2">
        {description ? `${description}. ` : ''}
        {kinds.join(', ')}
      </p>
      <p className="text-small text-ink-2">
        {paused_because ? pausedTexts[paused_because] : is_active ? 'On.' : 'Switched off.'}
        {old_secret_until ? ` The old secret also signs messages until ${formatMoment(old_secret_until)}.` : ''}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" variant="outline" onClick={() => act.mutate('test')} aria-label={`Send a test to ${url}`}>
          Send a test
        </Button>
        <Button size="small" variant="outline" onClick={onEdit} aria-label={`Change ${url}`}>
          Change
        </Button>
        <Button size="small" variant="outline" onClick={() => act.mutate('replay')}>
          Send today’s failed messages again
        </Button>
        <AskedAction
          label="New secret"
          question="Create a new secret?"
          action="Create it"
          says="The current secret also signs messages for another day, so that the receiver has time to change to the new secret."
          act={async () => {
            onSecret((await call('dashboard/webhooks/rotate', { id })).secret)
            await rereadAll()
          }}
        />
        <AskedAction
          label="Remove"
          name={`Remove ${url}`}
          variant="plain"
          question="Remove this webhook?"
          action="Remove"
          typed={new URL(url).host}
          says="The log of this webhook’s messages is deleted too."
          act={async () => {
            await call('dashboard/webhooks/delete', { id })
            await rereadAll()
          }}
        />
      </div>
    </li>
  )
}
