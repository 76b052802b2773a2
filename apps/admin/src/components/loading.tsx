import { classNames } from '@nukkad/ui/class-names.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { LoadError } from './load-error.tsx'

type LoadingProps = Pick<UseQueryResult, 'error' | 'refetch'> & { className: string }

/**
 * Renders in place of data that is not here yet: a skeleton, or the error with a button that reads the data again.
 * @param className the size of the skeleton
 */
export function Loading({ error, refetch, className }: LoadingProps) {
  if (error) return <LoadError text={error.message} onRetry={() => void refetch()} />
  return <div aria-busy="true" className={classNames('skeleton rounded-control', className)} />
}
