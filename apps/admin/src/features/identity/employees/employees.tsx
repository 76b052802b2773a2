import type { Output } from '@nukkad/contract/contract.ts'
import { type StoreRole, storeRoleNames } from '@nukkad/contract/store-roles.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Confirm } from '#components/confirm.tsx'
import { Select } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { Panel } from '#components/panel.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { InviteForm } from './invite-form.tsx'

type People = Output<'store-owner/employees'>
type Employee = People['employees'][number]
type Invitation = People['invitations'][number]

const rereadEmployees = () => reread('store-owner/employees')
const contactOf = ({ email, phone }: { email: string | null; phone: string | null }) => email ?? phone ?? ''

/**
 * Lists the people who work at a store. The signed-in person can invite people, and change or remove those whose role
 * they may give.
 */
export function Employees({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(ask('store-owner/employees', { store_id: storeId }))
  const [isInviting, setInviting] = useState(false)
  if (error && !data) return <LoadError text={error.message} onRetry={() => void refetch()} />
  if (!data) return <div role="status" aria-label="One moment" className="skeleton h-60 rounded-card" />
  const mayInvite = data.may_give.length > 0
  return (
    <section aria-label="Store staff" className="card grid gap-5 p-5">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-60 flex-1">
          <h2 className="text-heading">People</h2>
          <p className="text-small text-ink-2">
            Managers run the store but do not see its payouts. Kitchen staff accept orders and take items off the menu.
            Cashiers hand orders over to customers and riders.
          </p>
        </div>
        {mayInvite ? (
          <Button size="small" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden="true" className="size-4.5" />
            Invite
          </Button>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {data.owners.map((owner) => (
          <Row key={owner.id} name={owner.name} detail={contactOf(owner)}>
            <span className="text-small text-ink-2">{storeRoleNames.owner}</span>
          </Row>
        ))}
        {data.employees.map((employee) => (
          <EmployeeRow key={employee.id} storeId={storeId} employee={employee} given={data.may_give} />
        ))}
      </ul>
      {data.employees.length === 0 ? <p className="text-ink-2">No one except the owner works here yet.</p> : null}
      {data.invitations.length > 0 ? (
        <div>
          <h3 className="text-label">Open invitations</h3>
          <ul className="divide-y divide-line">
            {data.invitations.map((invitation) => (
              <InvitationRow key={invitation.id} storeId={storeId} invitation={invitation} given={data.may_give} />
            ))}
          </ul>
        </div>
      ) : null}
      <Panel isOpen={isInviting} onClose={() => setInviting(false)} title="Invite a person">
        <InviteForm
          storeId={storeId}
          given={data.may_give}
          onDone={async () => {
            setInviting(false)
            await rereadEmployees()
          }}
        />
      </Panel>
    </section>
  )
}

function Row({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-44 flex-1">
        <p className="text-label break-words">{name}</p>
        {detail ? <p className="text-small text-ink-2 break-words">{detail}</p> : null}
      </div>
      {children}
    </li>
  )
}

type EmployeeRowProps = { storeId: number; employee: Employee; given: readonly StoreRole[] }

function EmployeeRow({ storeId, employee, given }: EmployeeRowProps) {
  const { id, name, role } = employee
  const [isAsked, setAsked] = useState(false)
  const setRole = useMutation({
    mutationFn: (next: StoreRole) =>
      call('store-owner/employees/set-role', { store_id: storeId, employee_id: id, role: next }),
    onSuccess: () => toast('Saved'),
    onError: toastError,
    onSettled: rereadEmployees,
  })
  const remove = useMutation({
    mutationFn: () => call('store-owner/employees/remove', { store_id: storeId, employee_id: id }),
    onSuccess: () => toast(`${name} no longer works here`),
    onError: toastError,
    onSettled: async () => {
      setAsked(false)
      await rereadEmployees()
    },
  })
  return (
    <Row name={name} detail={contactOf(employee)}>
      {given.includes(role) ? (
        <div className="flex items-center gap-2">
          <Select
            label={`Role of ${name}`}
            isLabelHidden
            className="control w-32"
            value={setRole.isPending ? setRole.variables : role}
            disabled={setRole.isPending}
            onChange={(event) => setRole.mutate(event.target.value as StoreRole)}
            options={given.map((value) => ({ value, label: storeRoleNames[value] }))}
          />
          <Button size="small" variant="outline" aria-label={`Remove ${name}`} onClick={() => setAsked(true)}>
            Remove
          </Button>
        </div>
      ) : (
        <span className="text-small text-ink-2">{storeRoleNames[role]}</span>
      )}
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={remove.isPending}
      >
        {name} loses access to this store immediately. You can invite {name} again.
      </Confirm>
    </Row>
  )
}

type InvitationRowProps = { storeId: number; invitation: Invitation; given: readonly StoreRole[] }

function InvitationRow({ storeId, invitation, given }: InvitationRowProps) {
  const { id, role, expires_at } = invitation
  const contact = contactOf(invitation)
  const withdraw = useMutation({
    mutationFn: () => call('store-owner/employees/withdraw-invitation', { store_id: storeId, invitation_id: id }),
    onSuccess: () => toast('The invitation is withdrawn'),
    onError: toastError,
    onSettled: rereadEmployees,
  })
  return (
    <Row name={contact} detail={`${storeRoleNames[role]}, until ${formatMoment(expires_at)}`}>
      {given.includes(role) ? (
        <Button
          size="small"
          variant="outline"
          aria-label={`Withdraw the invitation of ${contact}`}
          isBusy={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Withdraw
        </Button>
      ) : null}
    </Row>
  )
}
