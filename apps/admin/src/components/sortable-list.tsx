import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'

type Sortable = { id: number; name: string }

/**
 * A list that a person sorts by dragging a row at its handle, or with the keyboard. Space picks a row up, the arrow
 * keys move it, Space drops it and Escape cancels. Each step of the move is announced to screen readers.
 */
export function SortableList<Row extends Sortable>({
  rows,
  label,
  isFixed = false,
  onOrder,
  children,
}: {
  rows: readonly Row[]
  label: string
  /** People who may not change the order see no handles. */
  isFixed?: boolean
  onOrder: (ids: number[]) => void
  children: (row: Row) => ReactNode
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = rows.map(({ id }) => id)
  const nameOf = (id: unknown) => rows.find((row) => row.id === id)?.name ?? ''
  const placeOf = (id: unknown) => `${ids.indexOf(Number(id)) + 1} of ${ids.length}`
  const handleEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    onOrder(arrayMove(ids, ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleEnd}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => `${nameOf(active.id)} is picked up, position ${placeOf(active.id)}.`,
          onDragOver: ({ active, over }) =>
            over ? `${nameOf(active.id)} is at position ${placeOf(over.id)}.` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} is dropped at position ${placeOf(over.id)}.` : '',
          onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
        },
        screenReaderInstructions: {
          draggable: 'To move an entry, press Space, then the arrow keys, then Space again. Escape cancels the move.',
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul aria-label={label}>
          {rows.map((row) => (
            <SortableRow key={row.id} row={row} isFixed={isFixed}>
              {children(row)}
            </SortableRow>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ row, isFixed, children }: { row: Sortable; isFixed: boolean; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
  })
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={isDragging ? 'relative z-10 rounded-control bg-raised shadow-2' : undefined}
    >
      <div className="flex items-start">
        {isFixed ? null : (
          <button
            ref={setActivatorNodeRef}
            type="button"
            {...attributes}
            {...listeners}
            aria-label={`Move ${row.name}`}
            className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-ink-2"
          >
            <GripVertical aria-hidden="true" className="size-4.5" />
          </button>
        )}
        <div className={isFixed ? 'min-w-0 flex-1 ps-3' : 'min-w-0 flex-1'}>{children}</div>
      </div>
    </li>
  )
}
