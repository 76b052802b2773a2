import type { Output } from '@nukkad/contract/contract.ts'
import { webhookKinds } from '@nukkad/contract/webhook-kinds.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Switch } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { reread } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'

export type Endpoint = Output<'dashboard/webhooks'>['endpoints'][number]
type Typed = { url: string; description: string; kinds: Endpoint['kinds']; is_active: boolean }

type WebhookFormProps = {
  endpoint: Endpoint | 'new' | undefined
  onClose: () => void
  onSecret: (secret: string) => void
}

/** Edits the URL and the events of a webhook. */
export function WebhookForm({ endpoint, onClose, onSecret }: WebhookFormProps) {
  const known = endpoint === 'new' ? undefined : endpoint
  const { register, field, submit, formError, formState } = useCallForm('dashboard/webhooks/save', {
    values: {
      url: known?.url ?? '',
      description: known?.description ?? '',
      kinds: known?.kinds ?? [],
      is_active: known?.is_active ?? true,
    },
    toInput: (typed: Typed) => ({ ...typed, ...(known && { id: known.id }) }),
    onDone: async ({ secret }) => {
      await reread('dashboard/webhooks')
      onClose()
      if (secret) onSecret(secret)
    },
  })
  const { url, kinds } = formState.errors
  return (
    <Panel
      isOpen={endpoint !== undefined}
      onClose={onClose}
      title={known ? 'Change the webhook' : 'Add a webhook'}
      isUnsaved={formState.isDirty}
      foot={
        <>
          <Button size="small" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" type="submit" form="webhook" isBusy={formState.isSubmitting}>
            {known ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="webhook" onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Input
          label="URL"
          type="url"
          placeholder="https://"
          help="A public URL that begins with https://. A message counts as received if the URL answers with a 2xx status."
          error={url?.message}
          {...register('url')}
        />
        <Input label="Description" {...field('description')} />
        <fieldset>
          <legend className="mb-1 text-label">Events</legend>
          {kinds?.message ? (
            <p role="alert" className="text-small text-error">
              {kinds.message}
            </p>
          ) : null}
          <div className="grid wide:grid-cols-2">
            {webhookKinds.map((kind) => (
              <label key={kind} className="flex min-h-9 items-center gap-3 text-small">
                <input type="checkbox" className="size-5" value={kind} {...register('kinds')} />
                {kind}
              </label>
            ))}
          </div>
        </fieldset>
        <Switch
          label="Active"
          help="If this is off, the server stores and sends no messages for this URL."
          {...register('is_active')}
        />
      </form>
    </Panel>
  )
}
