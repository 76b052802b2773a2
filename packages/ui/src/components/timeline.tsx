import { classNames } from '../class-names.ts'

type TimelineProps = {
  /** The text that screen readers read, such as "Step 3 of 4, picked up". */
  name: string
  steps: number
  /** The number of completed steps of the timeline; a fraction fills part of the current step. */
  done: number
  isCancelled?: boolean
}

export function Timeline({ name, steps, done, isCancelled }: TimelineProps) {
  return (
    <div role="img" aria-label={name} className="grid auto-cols-fr grid-flow-col gap-1.5">
      {Array.from({ length: steps }, (_, position) => position).map((index) => {
        const part = isCancelled ? 0 : Math.min(1, Math.max(0, done - index))
        return (
          <span
            key={index}
            className={classNames('block h-[5px] overflow-hidden rounded-full', part > 0 ? 'bg-tint-2' : 'bg-line')}
          >
            <span
              className="block h-full origin-left bg-brand transition-transform duration-300 rtl:origin-right"
              style={{ transform: `scaleX(${part})` }}
            />
          </span>
        )
      })}
    </div>
  )
}
