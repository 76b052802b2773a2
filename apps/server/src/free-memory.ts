import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const FIRST_CHECK_MS = 3000
const CHECK_EVERY_MS = 15_000
/** Maximum share of the time in which a server may work and still counts as idle. */
const MAX_WORK = 0.1
/** Minimum number of unused bytes for which freeing them is worth the pause. */
const MIN_UNUSED_BYTES = 64 * 1024 * 1024

/**
 * Returns unused memory to the system as soon as the server is idle after a start or a busy hour, because V8 would keep
 * it, as its space for new objects grows to 128 MiB and does not shrink. Freeing memory stops all requests for about
 * 0.1 s, so a busy server keeps its memory.
 */
export function freeMemoryWhenIdle(): void {
  const collect = exposedCollector()
  let before = performance.eventLoopUtilization()
  const check = () => {
    const { utilization } = performance.eventLoopUtilization(before)
    const { total_heap_size, used_heap_size } = getHeapStatistics()
    if (utilization <= MAX_WORK && total_heap_size - used_heap_size >= MIN_UNUSED_BYTES) collect()
    before = performance.eventLoopUtilization()
    setTimeout(check, CHECK_EVERY_MS).unref()
  }
  setTimeout(check, FIRST_CHECK_MS).unref()
}

/** Returns V8's garbage collection function, which programs get only through a flag. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
