import { classNames } from '@nukkad/ui/class-names.ts'

type LoadErrorProps = { text: string; className?: string; onRetry: () => void }

/** Shows why data could not be read, with a button that reads it again. */
export function LoadError({ text, className, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className={classNames('card p-6 text-center', className)}>
      <p>{text}</p>
      <button type="button" className="mt-2 text-brand underline" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
