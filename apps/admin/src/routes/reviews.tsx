import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Input, TextArea } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { Stars } from '#components/stars.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import type { Cells } from '#features/shell/table/table-rows.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { ask, reread } from '#lib/query.ts'
import { useMay, useMember } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Row = RowOf<'reviews'>

const cells: Cells<'reviews'> = {
  stars: ({ stars }) => <Stars count={stars ?? 0} />,
  delivery_stars: ({ delivery_stars: stars }) => (stars ? <Stars count={stars} /> : undefined),
  photos: ({ photos }) => (photos === 0 ? <span className="text-ink-2">–</span> : undefined),
}

/** Lists reviews of stores: the store or the shop replies to them, and the shop can hide them (U-24). */
export default function ReviewsRoute() {
  const [open, setOpen] = useState<Row>()
  const [reason, setReason] = useState('')
  const mayHide = useMay({ permission: 'stores_edit' })
  const close = () => {
    setOpen(undefined)
    setReason('')
  }
  return (
    <>
      <PageHead title="Reviews" text="Reviews of stores by customers. Everyone can read a reply under its review." />
      <DataTable
        table="reviews"
        onOpen={setOpen}
        cells={cells}
        {...(mayHide && {
          bulk: (chosen: readonly Row[], clear: () => void) => <Shown rows={chosen} onDone={clear} />,
        })}
        empty={<p>No reviews yet. Customers can review delivered orders.</p>}
      />
      <Panel
        isOpen={open !== undefined}
        onClose={close}
        title="Review"
        foot={open && mayHide ? <Shown rows={[open]} reason={reason} onDone={close} /> : null}
      >
        {open ? (
          <>
            <Opened key={String(open.id)} row={open} reason={reason} onDone={close} />
            {mayHide ? (
              <div className="mt-5">
                <Input
                  label="Reason to hide"
                  help="Optional. The audit log stores the reason."
                  maxLength={300}
                  value={reason}
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
              </div>
            ) : null}
          </>
        ) : null}
      </Panel>
    </>
  )
}

/** Hides shown reviews or shows hidden ones. Hiding and showing can both be undone. */
function Shown({ rows, reason = '', onDone }: { rows: readonly Row[]; reason?: string; onDone: () => void }) {
  const set = async (ids: number[], is_shown: 0 | 1) => {
    await call('dashboard/reviews/set-shown', { ids, is_shown, ...(reason.trim() && { reason }) })
    await reread('dashboard/table')
  }
  const change = useMutation({
    mutationFn: async (isShown: 0 | 1) => {
      // Changes only the reviews that are in the other state, so that an undo does not show reviews that were hidden
      // before.
      const ids = rows.filter((row) => Boolean(row.is_shown) !== Boolean(isShown)).map(({ id }) => Number(id))
      await set(ids, isShown)
      return ids
    },
    onSuccess: (ids, isShown) => {
      toast(isShown ? 'Shown again' : 'Hidden', () => void set(ids, isShown ? 0 : 1).catch(toastError))
      onDone()
    },
    onError: toastError,
  })
  return (
    <>
      {rows.some((row) => row.is_shown) ? (
        <Button size="small" variant="outline" isBusy={change.isPending} onClick={() => change.mutate(0)}>
          Hide
        </Button>
      ) : null}
      {rows.some((row) => !row.is_shown) ? (
        <Button size="small" variant="outline" isBusy={change.isPending} onClick={() => change.mutate(1)}>
          Show
        </Button>
      ) : null}
    </>
  )
}

function Opened({ row, reason, onDone }: { row: Row; reason: string; onDone: () => void }) {
  const isOwner = useMember().role === 'store_owner'
  const mayEdit = useMay({ permission: 'stores_edit' })
  return (
    <div className="grid gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 text-heading">
          <Stars count={row.stars ?? 0} /> {row.store}
        </p>
        <p className="text-small text-ink-2">
          {row.customer}, {formatMoment(String(row.at))}, order {row.order}
          {row.is_shown ? '' : '. Hidden from everyone.'}
        </p>
      </div>
      <p dir="auto" className="rounded-control bg-sunken p-4">
        {row.review ?? 'The customer wrote no comment.'}
      </p>
      {row.delivery_stars ? (
        <p className="text-small text-ink-2">
          Delivery: {row.delivery_stars} of 5{row.delivery_review ? `, “${row.delivery_review}”` : ''}
        </p>
      ) : null}
      {row.photos || row.dishes ? <Taste reviewId={Number(row.id)} reason={reason} /> : null}
      {isOwner || mayEdit ? <ReplyForm row={row} onDone={onDone} /> : null}
    </div>
  )
}

/** Shows the stars of the dishes and the photos of a review. The shop can hide single photos and show them again. */
function Taste({ reviewId, reason }: { reviewId: number; reason: string }) {
  const mayHide = useMay({ permission: 'stores_edit' })
  const { data, error, refetch } = useQuery(ask('dashboard/reviews/read', { id: reviewId }))
  const change = useMutation({
    mutationFn: async ({ id, is_shown }: { id: number; is_shown: 0 | 1 }) => {
      await call('dashboard/reviews/set-photo-shown', { id, is_shown, ...(reason.trim() && { reason }) })
      await reread('dashboard/reviews/read')
    },
    onSuccess: (_, { is_shown }) => toast(is_shown ? 'Photo shown again' : 'Photo hidden'),
    onError: toastError,
  })
  if (error && !data)
    return <LoadError text="The photos and dishes of this review could not be loaded." onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 rounded-control" />
  return (
    <>
      {data.items.length > 0 ? (
        <ul className="grid gap-1 text-small">
          {data.items.map(({ name, stars }) => (
            <li key={name} className="flex items-center gap-1">
              <span className="min-w-0 flex-1">{name}</span>
              <Stars count={stars} />
            </li>
          ))}
        </ul>
      ) : null}
      {data.photos.length > 0 ? (
        <ul className="flex flex-wrap gap-3">
          {data.photos.map(({ id, is_shown, image }, index) => (
            <li key={id} className="grid justify-items-center gap-1.5">
              <img
                src={image}
                alt={`${index + 1} of ${data.photos.length}${is_shown ? '' : ', hidden'}`}
                className={`size-28 rounded-control bg-sunken object-cover ${is_shown ? '' : 'opacity-40'}`}
              />
              {mayHide ? (
                <Button
                  size="small"
                  variant="outline"
                  aria-label={`${is_shown ? 'Hide' : 'Show'} photo ${index + 1}`}
                  isBusy={change.isPending && change.variables.id === id}
                  onClick={() => change.mutate({ id, is_shown: is_shown ? 0 : 1 })}
                >
                  {is_shown ? 'Hide' : 'Show'}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

function ReplyForm({ row, onDone }: { row: Row; onDone: () => void }) {
  const { field, submit, formError, formState } = useCallForm('dashboard/reviews/reply', {
    values: { reply: row.reply ?? '' },
    toInput: ({ reply }: { reply: string }) => ({ id: Number(row.id), reply }),
    onDone: async (_answer, { reply }) => {
      await reread('dashboard/table')
      toast(reply.trim() ? 'Reply published' : 'Reply removed')
      onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <FormError text={formError} size="small" />
      <TextArea
        label="Reply from the store"
        help="Everyone can read the reply under the review. Leave blank to remove the reply."
        {...field('reply')}
      />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {row.reply ? 'Change the reply' : 'Reply'}
        </Button>
      </div>
    </form>
  )
}
