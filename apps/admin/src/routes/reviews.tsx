import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { TextArea } from '#components/controls.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { call } from '#lib/api.ts'
import { formatMoment } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { useMay, useMember } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type Row = RowOf<'reviews'>

/** Lists reviews of stores: the store or the shop replies to them, and the shop can hide them (U-24). */
export default function ReviewsRoute() {
  const [open, setOpen] = useState<Row>()
  const mayHide = useMay({ permission: 'stores_edit' })
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHead title="Reviews" text="Everyone can read a reply under its review." />
      <DataTable
        table="reviews"
        onOpen={setOpen}
        {...(mayHide && {
          bulk: (chosen: readonly Row[], clear: () => void) => <Shown rows={chosen} onDone={clear} />,
        })}
        empty={<p>No reviews yet. They come with delivered orders.</p>}
      />
      <Panel
        isOpen={open !== undefined}
        onClose={close}
        title="Review"
        foot={open && mayHide ? <Shown rows={[open]} onDone={close} /> : null}
      >
        {open ? <Opened key={String(open.id)} row={open} onDone={close} /> : null}
      </Panel>
    </>
  )
}

/** Hides a shown review or shows a hidden one; it can be undone, because nothing is lost. */
function Shown({ rows, onDone }: { rows: readonly Row[]; onDone: () => void }) {
  const set = async (ids: number[], is_shown: 0 | 1) => {
    await call('dashboard/reviews/set-shown', { ids, is_shown })
    await reread('dashboard/table')
  }
  const change = useMutation({
    mutationFn: async (isShown: 0 | 1) => {
      // Only the reviews that change, so that undoing shows none that was hidden before.
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

function Opened({ row, onDone }: { row: Row; onDone: () => void }) {
  const isOwner = useMember().role === 'store_owner'
  const mayEdit = useMay({ permission: 'stores_edit' })
  return (
    <div className="grid gap-4">
      <div>
        <p className="flex items-center gap-1 text-heading">
          <span className="num">{row.stars}</span>
          <Star aria-hidden="true" className="size-4 fill-gold stroke-gold" />
          <span className="sr-only">of five stars,</span> {row.store}
        </p>
        <p className="text-small text-ink-2">
          {row.customer}, {formatMoment(String(row.at))}, order {row.order}
          {row.is_shown ? '' : '. Hidden from everyone.'}
        </p>
      </div>
      <p dir="auto" className="rounded-control bg-sunken p-4">
        {row.review ?? 'Stars without words.'}
      </p>
      {row.delivery_stars ? (
        <p className="text-small text-ink-2">
          Delivery: {row.delivery_stars} of 5{row.delivery_review ? `, “${row.delivery_review}”` : ''}
        </p>
      ) : null}
      {isOwner || mayEdit ? <ReplyForm row={row} onDone={onDone} /> : null}
    </div>
  )
}

function ReplyForm({ row, onDone }: { row: Row; onDone: () => void }) {
  const { register, submit, formError, formState } = useCallForm('dashboard/reviews/reply', {
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
        label="Reply of the store"
        help="Everyone can read it under the review. Leave blank to remove the reply."
        error={formState.errors.reply?.message}
        {...register('reply')}
      />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {row.reply ? 'Change the reply' : 'Reply'}
        </Button>
      </div>
    </form>
  )
}
