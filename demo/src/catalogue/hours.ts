import type { HoursKey } from './store-seed.ts'

type Window = readonly [opensAt: string, closesAt: string]

/** A store's opening hours on a normal day, those on the weekend if they differ, and its weekly closing day. */
export type WeekPlan = {
  days: readonly Window[]
  weekend?: readonly Window[]
  restDay?: 'monday' | 'tuesday' | 'sunday'
}

export const weekPlans: Record<HoursKey, WeekPlan> = {
  allDay: { days: [['00:00', '24:00']] },
  restaurant: {
    days: [
      ['11:30', '15:30'],
      ['18:30', '23:30'],
    ],
    weekend: [['11:30', '23:45']],
  },
  lateNight: {
    days: [
      ['00:00', '03:30'],
      ['12:00', '24:00'],
    ],
  },
  tiffin: {
    days: [
      ['06:30', '11:30'],
      ['12:00', '15:30'],
      ['16:30', '22:30'],
    ],
  },
  bakery: { days: [['07:30', '22:30']], weekend: [['08:00', '23:30']] },
  market: {
    days: [
      ['06:00', '13:00'],
      ['16:00', '21:30'],
    ],
  },
  grocer: {
    days: [
      ['07:00', '14:00'],
      ['16:00', '22:30'],
    ],
    weekend: [['07:00', '22:30']],
  },
  chemist: { days: [['08:00', '23:30']] },
  salon: { days: [['10:00', '20:30']], weekend: [['09:00', '21:30']], restDay: 'tuesday' },
  parlour: {
    days: [
      ['10:30', '14:00'],
      ['15:00', '20:00'],
    ],
    restDay: 'monday',
  },
}
