import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { classNames } from '@nukkad/ui/class-names.ts'
import { type CSSProperties, useEffect, useId } from 'react'
import { type Block, type Column, type Diary, minuteOn, spanOf, type Visit } from './diary.ts'
import { Face } from './face.tsx'
import { canMove, type useMove } from './use-move.ts'
import { minuteText, statusTexts } from './visit-texts.ts'

type GridProps = {
  diary: Diary
  columns: readonly Column[]
  move: ReturnType<typeof useMove>
  /** Returns the heading of a column: a person's name, or a date. */
  titleOf: (column: Column) => string
  now: number
  onOpen: (visit: Visit) => void
}

/** How many minutes of the diary are visible above the line of the current time when the page opens. */
const ABOVE_NOW = 90

/** Shows the diary: hours from top to bottom, one column for each person or day. */
export function DiaryGrid({ diary, columns, move, titleOf, now, onOpen }: GridProps) {
  const span = spanOf(columns)
  const helpId = useId()
  const today = columns.find(({ date }) => wallClock(new Date(now), diary.time_zone).date === date)
  const nowMinute = today && minuteOn(today.date, now, diary.time_zone)
  const { body } = move.pointer
  const firstDate = columns[0]?.date
  const isWeek = firstDate !== columns.at(-1)?.date
  // biome-ignore lint/correctness/useExhaustiveDependencies: the diary scrolls once for each date
  useEffect(() => {
    const box = body.current?.parentElement
    if (!box || !body.current || nowMinute === undefined) return
    const perMinute = body.current.offsetHeight / (span.to - span.from)
    box.scrollTop = Math.max(0, nowMinute - ABOVE_NOW - span.from) * perMinute
  }, [firstDate, today === undefined])
  return (
    <>
      <p id={helpId} hidden>
        Press Enter to open the visit. To move the visit, press Space, then the arrow keys, then Enter. Escape cancels
        the move.
      </p>
      <p role="status" className="sr-only">
        {move.said}
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the diary scrolls, so the keyboard must reach it
        tabIndex={0}
        aria-label="Diary"
        className="diary card"
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <div className="diary-head" aria-hidden="true">
          <span />
          {columns.map((column) => (
            <span
              key={column.key}
              className="diary-name"
              data-now={isWeek && column.date === today?.date ? '' : undefined}
            >
              {isWeek ? null : <FaceOf column={column} diary={diary} />}
              {titleOf(column)}
            </span>
          ))}
        </div>
        <div
          ref={body}
          className="diary-body"
          data-minutes={span.to - span.from}
          style={{ '--span': span.to - span.from } as CSSProperties}
        >
          <Hours span={span} now={nowMinute} />
          {columns.map((column) => (
            <ColumnOf
              key={column.key}
              column={column}
              diary={diary}
              move={move}
              span={span}
              helpId={helpId}
              onOpen={onOpen}
              title={titleOf(column)}
              now={column.date === today?.date ? nowMinute : undefined}
            />
          ))}
        </div>
      </section>
    </>
  )
}

/**
 * How far a block is indented for each earlier one that runs at the same time, so that a part of each stays visible.
 */
const LANE_PERCENT = 25

type Span = { from: number; to: number }
type ColumnProps = Pick<GridProps, 'diary' | 'move' | 'onOpen'> & {
  column: Column
  title: string
  span: Span
  /** The line of the current minute, in the column of today's date. */
  now: number | undefined
  helpId: string
}

function ColumnOf({ column, title, span, now, diary, move, helpId, onOpen }: ColumnProps) {
  return (
    <section data-column={column.key} aria-label={title} className="diary-column">
      <Shades column={column} span={span} />
      <ul>
        {column.blocks.map((block) => (
          <li key={`${block.visit.unique_visit_id} ${block.index}`} style={placeOf(block, span)}>
            <BlockButton block={block} column={column} diary={diary} move={move} helpId={helpId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {move.taken?.to.key === column.key ? <Ghost taken={move.taken} span={span} /> : null}
      {now !== undefined && isIn(now, span) ? (
        <span aria-hidden="true" className="diary-now" style={{ top: `calc(${now - span.from} * var(--minute))` }} />
      ) : null}
    </section>
  )
}

const isIn = (minute: number, { from, to }: Span) => minute >= from && minute <= to

function placeOf({ from, to, lane = 0 }: Span & { lane?: number }, span: Span): CSSProperties {
  return {
    top: `calc(${Math.max(from, span.from) - span.from} * var(--minute))`,
    height: `calc(${Math.min(to, span.to) - Math.max(from, span.from)} * var(--minute))`,
    insetInlineStart: `${lane * LANE_PERCENT}%`,
  }
}

/** Within this many minutes, the label of the current time would overlap the label of a full hour. */
const NEAR_NOW = 16

function Hours({ span, now }: { span: Span; now: number | undefined }) {
  const hours = Array.from({ length: (span.to - span.from) / 60 }, (_, index) => span.from + index * 60)
  return (
    <div aria-hidden="true" className="diary-hours num">
      {hours
        // The label of a full hour is hidden near the label of the current time.
        .filter((minute) => now === undefined || Math.abs(now - minute) > NEAR_NOW)
        .map((minute) => (
          <span key={minute} style={{ top: `calc(${minute - span.from} * var(--minute))` }}>
            {minuteText(minute)}
          </span>
        ))}
      {now !== undefined && isIn(now, span) ? (
        <span data-now="" style={{ top: `calc(${now - span.from} * var(--minute))` }}>
          {minuteText(now)}
        </span>
      ) : null}
    </div>
  )
}

function Shades({ column, span }: { column: Column; span: Span }) {
  return column.shades
    .filter(({ from, to }) => from < span.to && to > span.from)
    .map((shade) => (
      <span
        key={`${shade.kind} ${shade.from}`}
        className="diary-shade"
        data-kind={shade.kind}
        style={placeOf(shade, span)}
      >
        {shade.text}
      </span>
    ))
}

function Ghost({ taken, span }: { taken: NonNullable<GridProps['move']['taken']>; span: Span }) {
  const { block, minute } = taken
  return (
    <div
      aria-hidden="true"
      className="diary-ghost num"
      style={placeOf({ from: minute, to: minute + block.to - block.from }, span)}
    >
      {minuteText(minute)} {block.visit.customer}
    </div>
  )
}

type BlockProps = Pick<GridProps, 'diary' | 'move' | 'onOpen'> & { block: Block; column: Column; helpId: string }

function BlockButton({ block, column, diary, move, helpId, onOpen }: BlockProps) {
  const { visit, index, from, to, pauses } = block
  const service = visit.services[index]!
  const status = statusTexts[visit.status]
  const isTaken = move.taken?.block.visit.unique_visit_id === visit.unique_visit_id
  const mayMove = canMove(diary, block)
  return (
    <button
      type="button"
      aria-describedby={mayMove ? helpId : undefined}
      data-status={visit.status}
      className={classNames('diary-visit', mayMove && 'cursor-grab', isTaken && 'opacity-40')}
      onClick={() => {
        if (!move.pointer.wasDrag()) onOpen(visit)
      }}
      onKeyDown={(event) => move.keys(event, block, column)}
      onBlur={move.leave}
      onKeyUp={(event) => {
        // Space picks the block of a visit up, and must not also press the block as a button, as browsers do by
        // default.
        if (event.key === ' ') event.preventDefault()
      }}
      onPointerDown={(event) => move.pointer.down(event, block, column)}
      onPointerMove={move.pointer.move}
      onPointerUp={move.pointer.up}
      onPointerCancel={move.pointer.cancel}
    >
      <span className="num block truncate">
        {minuteText(from)}
        <span className="sr-only"> to {minuteText(to)},</span> <strong className="font-650">{visit.customer}</strong>
      </span>
      <span className="block truncate">
        {status} · {service.name}
      </span>
      {pauses.map((pause) => (
        <span
          key={pause.from}
          className="diary-pause"
          style={{
            top: `calc(${pause.from - from} * var(--minute))`,
            height: `calc(${pause.to - pause.from} * var(--minute))`,
          }}
        >
          Free until {minuteText(pause.to)}
        </span>
      ))}
    </button>
  )
}

function FaceOf({ column: { stylistId, name }, diary }: { column: Column; diary: Diary }) {
  if (stylistId === null) return null
  const image = diary.stylists.find(({ id }) => id === stylistId)?.image ?? null
  return <Face name={name} image={image} isSmall />
}
