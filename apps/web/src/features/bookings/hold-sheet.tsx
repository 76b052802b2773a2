import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { t } from '#lib/catalogue.ts'
import { whenText } from '#lib/visits.ts'
import type { HoldProblem } from './use-hold.tsx'

type HoldSheetProps = {
  problem: HoldProblem
  timeZone: string
  isBusy: boolean
  onClose: () => void
  /**
   * Holds this start. Without a start, holds the one that the customer chose, and gives up the customer's other hold.
   */
  onTake: (startsAt?: string) => void
  onOther: () => void
}

/**
 * Offers the next starts after someone else took the chosen start, or asks whether the new hold replaces the customer's
 * other hold.
 */
export default function HoldSheet({ problem, timeZone, isBusy, onClose, onTake, onOther }: HoldSheetProps) {
  const isOpen = problem.kind === 'open'
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t(isOpen ? 'bookOpenTitle' : 'bookTakenTitle')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid gap-2">
          {isOpen ? (
            <Button isBlock isBusy={isBusy} onClick={() => onTake()}>
              {t('bookOpenReplace')}
            </Button>
          ) : (
            problem.nextStarts.map((start, index) => (
              <Button
                key={start}
                isBlock
                className="num"
                variant={index === 0 ? 'fill' : 'tint'}
                disabled={isBusy}
                onClick={() => onTake(start)}
              >
                {whenText(start, timeZone)}
              </Button>
            ))
          )}
          <Button isBlock variant="plain" disabled={isBusy} onClick={onOther}>
            {t('bookOtherTime')}
          </Button>
        </div>
      }
    >
      <p role="alert" className="text-ink-2">
        {isOpen ? t('bookOpenText') : t(problem.nextStarts.length > 0 ? 'bookTakenText' : 'bookTakenNone')}
      </p>
    </Sheet>
  )
}
