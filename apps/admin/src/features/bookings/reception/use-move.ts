import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { toast } from '#lib/toasts.ts'
import { type Block, type Column, type Diary, type Moved, movedTo, snapped, type Visit } from './diary.ts'
import { rereadVisits } from './use-diary.ts'
import { clockText, dateText, minuteText } from './visit-texts.ts'

/** A block that is being moved, and its new position. */
type Taken = { block: Block; from: Column; to: Column; minute: number }
/** A move that the server refused; the visit keeps its old time. */
export type RefusedMove = { visit: Visit; text: string; nextStarts: readonly string[]; people: Moved['stylist_ids'] }

/** Pixels that the pointer moves before a press becomes a drag. */
const DRAG_PX = 5

type Move = { visit: Visit; moved: Moved; back?: Moved }
type Options = { diary: Diary; columns: readonly Column[]; storeId: number }

/**
 * Moves the blocks of visits by pointer and by keyboard. Space picks a block up, the arrow keys move it, Enter drops it
 * and Escape cancels. While the server answers, the block stays at its new position.
 */
export function useMove({ diary, columns, storeId }: Options) {
  const [taken, setTaken] = useState<Taken>()
  const [said, setSaid] = useState('')
  const [refused, setRefused] = useState<RefusedMove>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ visit, moved }: Move) =>
      call(
        'dashboard/bookings/move',
        { store_id: storeId, unique_visit_id: visit.unique_visit_id, ...moved },
        { idempotencyKey: newKey() },
      ),
    onMutate: () => setRefused(undefined),
    onSuccess: async (_answer, { visit, moved, back }) => {
      await rereadVisits()
      const text = `${visit.customer}: moved to ${clockText(moved.starts_at, diary.time_zone)}`
      toast(text, back && (() => mutate({ visit, moved: back })))
    },
    onError: (error, { visit, moved }) => {
      const nextStarts = error instanceof ApiError ? error.nextStarts : []
      setRefused({ visit, text: error.message, nextStarts, people: moved.stylist_ids })
      void rereadVisits()
    },
    onSettled: () => setTaken(undefined),
  })
  const show = (next: Taken) => {
    setTaken(next)
    setSaid(`${minuteText(next.minute)} with ${next.to.name}, ${dateText(next.to.date)}`)
  }
  const putBack = () => {
    setTaken(undefined)
    setSaid('Move cancelled.')
  }
  const drop = (at: Taken | undefined) => {
    if (!at || isPending) return
    const { visit } = at.block
    const moved = movedTo(at.block, at.from, { column: at.to, minute: at.minute }, diary.time_zone)
    if (!moved) return putBack()
    const people = visit.services.map(({ stylist }) => stylist?.id ?? null)
    mutate({ visit, moved, back: { starts_at: visit.starts_at, ...(moved.stylist_ids && { stylist_ids: people }) } })
  }
  const moving: Moving = { diary, columns, taken: isPending ? undefined : taken, show, putBack, drop }
  const pointer = usePointer(moving)
  return {
    taken,
    said,
    refused,
    isPending,
    forgetRefusal: () => setRefused(undefined),
    moveTo: (visit: Visit, moved: Moved) => mutate({ visit, moved }),
    keys: keysOf(moving),
    pointer,
    /** Cancels the move of a block that was picked up by keyboard when the block loses the focus. */
    leave: () => {
      if (moving.taken && !pointer.isDragging()) putBack()
    },
  }
}

type Moving = Pick<Options, 'diary' | 'columns'> & {
  taken: Taken | undefined
  show: (next: Taken) => void
  putBack: () => void
  drop: (at: Taken | undefined) => void
}

function gridOf({ step_minutes, time_zone }: Diary, { date }: Column) {
  return { date, stepMinutes: step_minutes, timeZone: time_zone }
}

/** A visit can be moved while its state is booked, by people who may change the diary. */
export function canMove({ may_change }: Pick<Diary, 'may_change'>, { visit }: Block): boolean {
  return may_change && visit.status === 'booked'
}

function keysOf({ diary, columns, taken, show, putBack, drop }: Moving) {
  return (event: KeyboardEvent, block: Block, column: Column) => {
    if (!taken) {
      if (event.key !== ' ' || !canMove(diary, block)) return
      event.preventDefault()
      return show({ block, from: column, to: column, minute: block.from })
    }
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (event.key === 'Escape') putBack()
    else if (event.key === 'Enter' || event.key === ' ') drop(taken)
    else if (steps) {
      const [later = 0, aside = 0] = steps
      const minute = taken.minute + later * diary.step_minutes
      const to = columns[columns.findIndex(({ key }) => key === taken.to.key) + aside] ?? taken.to
      show({ ...taken, to, minute: snapped(taken.block, minute, gridOf(diary, taken.from)) })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

type Press = {
  block: Block
  column: Column
  x: number
  y: number
  /**
   * The top edge of the diary's hours when the press began, because the diary may scroll before the block is dropped.
   */
  top: number
  isDrag: boolean
  last?: Taken
}

function usePointer({ diary, columns, show, putBack, drop }: Moving) {
  const press = useRef<Press>(undefined)
  const body = useRef<HTMLDivElement>(null)
  const topNow = () => body.current?.getBoundingClientRect().top ?? 0
  const targetAt = ({ block, column, y, top }: Press, event: PointerEvent): Taken | undefined => {
    const places = [...(body.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const rects = places.map((place) => place.getBoundingClientRect())
    const found = rects.findIndex(({ left, right }) => event.clientX >= left && event.clientX < right)
    const to = columns.find(({ key }) => key === places[found]?.dataset.column) ?? column
    const own = rects[Math.max(0, found)]
    if (!own) return undefined
    const perMinute = own.height / Number(body.current?.dataset.minutes)
    const minute = block.from + (event.clientY - y + top - topNow()) / perMinute
    return { block, from: column, to, minute: snapped(block, minute, gridOf(diary, column)) }
  }
  return {
    body,
    /** Whether the press that has just ended was a drag, so that it does not open the visit. */
    wasDrag: () => {
      const was = press.current?.isDrag ?? false
      press.current = undefined
      return was
    },
    isDragging: () => press.current?.isDrag ?? false,
    down: (event: PointerEvent, block: Block, column: Column) => {
      press.current = undefined
      // Touches start no drag, because a finger scrolls the diary. On a touch screen, visits are moved in their panel.
      if (event.pointerType === 'touch' || event.button !== 0 || !canMove(diary, block)) return
      press.current = { block, column, x: event.clientX, y: event.clientY, top: topNow(), isDrag: false }
    },
    move: (event: PointerEvent) => {
      const now = press.current
      if (!now || event.buttons === 0) return
      if (!now.isDrag && Math.hypot(event.clientX - now.x, event.clientY - now.y) < DRAG_PX) return
      if (!now.isDrag) event.currentTarget.setPointerCapture(event.pointerId)
      now.isDrag = true
      const last = targetAt(now, event)
      if (!last) return
      now.last = last
      show(last)
    },
    up: () => {
      if (press.current?.isDrag) drop(press.current.last)
    },
    cancel: () => {
      if (press.current?.isDrag) putBack()
      press.current = undefined
    },
  }
}
