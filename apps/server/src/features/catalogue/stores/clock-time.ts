const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns a time in the store's time zone, such as `"21:05"`. */
export function clockTime(instant: Date, { time_zone }: { time_zone: string }): string {
  return clockOf(time_zone).format(instant)
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    clocks.set(timeZone, clock)
  }
  return clock
}
