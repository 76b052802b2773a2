import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Input, Switch } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { call } from '#lib/api.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { useOpened } from '#lib/use-opened.ts'
import { type Resource, rereadSetup, type Setup } from './use-setup.ts'

type PartProps = { storeId: number; setup: Setup }

/** The chairs, rooms and machines of a salon, one row for each. */
export function Resources({ storeId, setup }: PartProps) {
  const mayEdit = useMay({ permission: 'stores_edit', owners: true, storeId })
  const { opened, open, panel } = useOpened<number | 'new'>()
  const resource = setup.resources.find(({ id }) => id === opened)
  return (
    <section aria-labelledby="salon-resources" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="salon-resources" className="text-heading">
            Resources
          </h2>
          <p className="text-small text-ink-2">A part of a service can need a resource of one kind, such as a chair.</p>
        </div>
        {mayEdit ? (
          <Button size="small" variant="outline" onClick={() => open('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            Add a resource
          </Button>
        ) : null}
      </div>
      {setup.resources.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">
          No chairs, rooms or machines yet. Add the first chair, room or machine.
        </p>
      ) : (
        <ul className="card divide-y divide-line">
          {setup.resources.map(({ id, kind, name, is_active }) => (
            <li key={id}>
              <button
                type="button"
                disabled={!mayEdit}
                className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-start hover:bg-tint"
                onClick={() => open(id)}
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-label">{name}</span>
                  <span className="block text-small text-ink-2">{kind}</span>
                </span>
                {is_active === 1 ? null : <Pill variant="plain">Out of use</Pill>}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Panel {...panel} title={resource?.name ?? 'New resource'}>
        {opened === undefined ? null : (
          <ResourceForm key={opened} storeId={storeId} setup={setup} resource={resource} onDone={panel.onClose} />
        )}
      </Panel>
    </section>
  )
}

type FormProps = PartProps & { resource: Resource | undefined; onDone: () => void }

function ResourceForm({ storeId, setup, resource, onDone }: FormProps) {
  const listId = useId()
  const { register, field, submit, formError, formState } = useCallForm('dashboard/bookings/resources/save', {
    values: {
      kind: resource?.kind ?? setup.resources[0]?.kind ?? '',
      name: resource?.name ?? '',
      is_active: resource ? resource.is_active === 1 : true,
    },
    toInput: (typed) => ({
      store_id: storeId,
      ...(resource && { id: resource.id }),
      kind: typed.kind,
      name: typed.name,
      position: resource?.position ?? setup.resources.length,
      is_active: typed.is_active ? 1 : 0,
    }),
    onDone: async () => {
      await rereadSetup()
      toast('Saved')
      onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <FormError text={formError} size="small" />
      <Input
        label="Kind"
        help="Name of the kind, such as chair, room or steamer. A service that needs this kind uses any free resource of the kind."
        list={listId}
        autoComplete="off"
        {...field('kind')}
      />
      <datalist id={listId}>
        {kindsOf(setup).map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <Input label="Name" {...field('name')} />
      <Switch
        label="In use"
        help="If this is off, new visits can’t use this resource. Booked visits still do."
        {...register('is_active')}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          Save
        </Button>
        {resource ? (
          <AskedAction
            label="Delete"
            variant="plain"
            question={`Delete ${resource.name}?`}
            action="Delete"
            says="New visits can’t use this resource; booked visits still do."
            act={async () => {
              await call('dashboard/bookings/resources/delete', { store_id: storeId, id: resource.id })
              await rereadSetup()
              toast(`${resource.name} was deleted`)
              onDone()
            }}
          />
        ) : null}
      </div>
    </form>
  )
}

/** Returns the kinds of resources of a salon, each once. */
export function kindsOf({ resources }: Pick<Setup, 'resources'>): string[] {
  return [...new Set(resources.map(({ kind }) => kind))]
}
