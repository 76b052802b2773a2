import type { Output } from '@nukkad/contract/contract.ts'
import { keyPermissions } from '@nukkad/contract/key-permissions.ts'
import { type Permission, permissions } from '@nukkad/contract/permissions.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Input } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { Panel } from '#components/panel.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { ShownOnce } from './shown-once.tsx'

type Key = Output<'dashboard/api-keys'>['keys'][number]

/** Lists the API keys with which programs make the calls of staff. */
export function ApiKeys() {
  const { data, error, refetch } = useQuery(ask('dashboard/api-keys', {}))
  const [isMaking, setMaking] = useState(false)
  const [shown, setShown] = useState<string>()
  return (
    <section aria-labelledby="keys" className="mb-8">
      <div className="mb-3 flex items-center gap-3">
        <h2 id="keys" className="flex-1 text-heading">
          API keys
        </h2>
        <Button size="small" variant="outline" onClick={() => setMaking(true)}>
          <Plus aria-hidden="true" className="size-4.5" />
          Create a key
        </Button>
      </div>
      {error && !data ? <LoadError text={error.message} onRetry={() => void refetch()} /> : null}
      {data?.keys.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">
          No keys yet. With a key, a program can make the calls of staff. The program sends{' '}
          <code>Authorization: Bearer nk_…</code>
        </p>
      ) : (
        <ul className="grid gap-3">
          {data?.keys.map((key) => (
            <KeyCard key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      <KeyForm key={String(isMaking)} isOpen={isMaking} onClose={() => setMaking(false)} onMade={setShown} />
      <ShownOnce title="The key" label="API key" value={shown} onClose={() => setShown(undefined)} />
    </section>
  )
}

function KeyCard({ apiKey }: { apiKey: Key }) {
  const { id, name, ending, made_by, last_used_at, revoked_at } = apiKey
  return (
    <li className="card flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-label">
          {name} <span className="num text-ink-2">…{ending}</span>
        </h3>
        <p className="text-small text-ink-2">{apiKey.permissions.map((one) => permissions[one]).join(', ')}</p>
        <p className="text-small text-ink-2">
          Created by {made_by}. {last_used_at ? `Last used ${formatMoment(last_used_at)}.` : 'Never used.'}
          {revoked_at ? ` Revoked ${formatMoment(revoked_at)}.` : ''}
        </p>
      </div>
      {revoked_at ? null : (
        <AskedAction
          label="Revoke"
          name={`Revoke ${name}`}
          question={`Revoke “${name}”?`}
          action="Revoke"
          typed={name}
          says="The server will refuse all calls with this key."
          act={async () => {
            await call('dashboard/api-keys/revoke', { id })
            await reread('dashboard/api-keys')
            toast('The key is revoked')
          }}
        />
      )}
    </li>
  )
}

function KeyForm({ isOpen, onClose, onMade }: { isOpen: boolean; onClose: () => void; onMade: (key: string) => void }) {
  const member = useMember()
  const offered = keyPermissions.filter((one) => member.permissions.includes(one))
  const { register, submit, formError, formState } = useCallForm('dashboard/api-keys/create', {
    values: { name: '', permissions: [] as Permission[] },
    toInput: (typed: { name: string; permissions: Permission[] }) => typed,
    onDone: async ({ key }) => {
      await reread('dashboard/api-keys')
      onClose()
      onMade(key)
    },
  })
  const { name, permissions: chosen } = formState.errors
  return (
    <Panel
      isOpen={isOpen}
      onClose={onClose}
      title="Create a key"
      isUnsaved={formState.isDirty}
      foot={
        <>
          <Button size="small" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" type="submit" form="api-key" isBusy={formState.isSubmitting}>
            Create the key
          </Button>
        </>
      }
    >
      <form id="api-key" onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Input label="What the key is for" error={name?.message} {...register('name')} />
        <fieldset>
          <legend className="mb-1 text-label">The key may</legend>
          <p className="mb-1 text-small text-ink-2">
            A key never has more permissions than the person who created it. When this person loses a permission, the
            key loses it too.
          </p>
          {chosen?.message ? (
            <p role="alert" className="text-small text-error">
              {chosen.message}
            </p>
          ) : null}
          {offered.map((one) => (
            <label key={one} className="flex min-h-9 items-center gap-3 text-small">
              <input type="checkbox" className="size-5" value={one} {...register('permissions')} />
              {permissions[one]}
            </label>
          ))}
        </fieldset>
      </form>
    </Panel>
  )
}
