import { distanceKm } from '@nukkad/rules/distance.ts'
import {
  customerNames,
  demoCustomer,
  demoEmployees,
  demoOwner,
  demoRider,
  demoStaff,
  facesOf,
  houses,
  lanes,
  type RiderSeed,
  riders as riderSeeds,
} from '../catalogue/people.ts'
import { DAY_MS } from '../clock.ts'
import { type Random, randomFrom } from '../random.ts'
import type { AddressRow, City, CustomerRow, RiderRow, RiderStoreRow, StoreRow } from '../types.ts'
import { paise } from './stores.ts'
import { storeBySlug } from './town.ts'

type People = Pick<
  City,
  'customers' | 'addresses' | 'riders' | 'riderStores' | 'owners' | 'ownerStores' | 'employees' | 'staff' | 'logins'
>

/** Number of riders for each store, who live nearby. The demo rider serves all stores near the centre. */
const RIDERS_PER_STORE = 5
const DEMO_RIDER_REACH_KM = 3.5
const CENTRE = { lat: 12.9352, lng: 77.6245 }

/** Builds customers with their homes, riders with their stores, the demo's owner and staff, and the logins of all. */
export function buildPeople(stores: readonly StoreRow[], { now, seed }: { now: Date; seed: number }): People {
  const customers = customerNames.map((name, index) => customerRow(name, index + 1, { now, seed }))
  const riders = riderSeeds.map((rider, index) => riderRow(rider, index + 1, now))
  const owner = {
    id: 1,
    name: demoOwner.name,
    phone: demoOwner.phone,
    email: demoOwner.email,
    createdAt: daysBefore(now, 420),
  }
  const staff = demoStaff.map(({ password: _password, ...row }, index) => ({
    id: index + 1,
    ...row,
    createdAt: daysBefore(now, 400),
  }))
  const employees = demoEmployees.map(({ password: _password, store, ...row }, index) => ({
    id: index + 1,
    ...row,
    storeId: storeBySlug(stores, store).id,
    createdAt: daysBefore(now, 200),
  }))
  return {
    customers,
    addresses: addressesOf(customers, seed),
    riders,
    riderStores: stores.flatMap((store) => ridersOf(store, riders)),
    owners: [owner],
    ownerStores: demoOwner.stores.map((slug) => ({ ownerId: 1, storeId: storeBySlug(stores, slug).id })),
    employees,
    staff,
    logins: [
      { role: 'customer', ...personOf(customers[0]), password: demoCustomer.password },
      { role: 'rider', ...personOf(riders[0]), password: demoRider.password },
      { role: 'owner', ...personOf(owner), password: demoOwner.password },
      ...demoEmployees.map(({ password }, index) => ({
        role: 'employee' as const,
        ...personOf(employees[index]),
        password,
      })),
      ...demoStaff.map(({ password }, index) => ({ role: 'staff' as const, ...personOf(staff[index]), password })),
    ],
  }
}

function personOf(row: { id: number; name: string; phone: string; email: string } | undefined) {
  if (!row) throw new Error('a demo login has no person')
  return { personId: row.id, name: row.name, phone: row.phone, email: row.email }
}

function customerRow(name: string, id: number, { now, seed }: { now: Date; seed: number }): CustomerRow {
  const draw = randomFrom('customer', seed, id)
  const first = firstWord(name)
  const isDemo = id === 1
  return {
    id,
    name,
    phone: isDemo ? demoCustomer.phone : `+9198${String(45_100_000 + id * 7_919).padStart(8, '0')}`,
    email: isDemo ? demoCustomer.email : `${first.toLowerCase()}.${id}@people.example`,
    avatar: isDemo ? 'user2' : draw.chance(0.7) ? draw.pick(facesOf(name)) : null,
    referralCode: `${first.slice(0, 4).toUpperCase()}${100 + id}`,
    referredById: id > 4 && draw.chance(0.3) ? draw.between(1, id - 1) : null,
    createdAt: daysBefore(now, 92 + (customerNames.length - id) * 4 + draw.between(0, 3)),
  }
}

function addressesOf(customers: readonly CustomerRow[], seed: number): AddressRow[] {
  const rows: AddressRow[] = []
  for (const { id: customerId } of customers) {
    const draw = randomFrom('home', seed, customerId)
    const tags = customerId === 1 ? ['Home', 'Work', 'Amma'] : ['Home', 'Work', 'Other'].slice(0, draw.between(1, 3))
    tags.forEach((tag, index) => {
      rows.push(addressRow({ id: rows.length + 1, customerId, tag, index }, draw))
    })
  }
  return rows
}

type Home = { id: number; customerId: number; tag: string; index: number }

function addressRow({ id, customerId, tag, index }: Home, draw: Random): AddressRow {
  const isDemoHome = customerId === 1 && index === 0
  const lane = isDemoHome ? lanes[0] : draw.pick(lanes)
  if (!lane) throw new Error('the city has no lanes')
  return {
    id,
    customerId,
    address: `${lane.street}, Bengaluru`,
    house: isDemoHome ? 'Flat 302, Lake Crest' : draw.pick(houses).replace('#', String(draw.between(1, 9))),
    landmark: lane.landmark,
    tag,
    latitude: roundedDegrees(lane.at[0] + (draw.next() - 0.5) * 0.0012),
    longitude: roundedDegrees(lane.at[1] + (draw.next() - 0.5) * 0.0012),
    isDefault: index === 0,
  }
}

function riderRow(rider: RiderSeed, id: number, now: Date): RiderRow {
  return {
    id,
    name: rider.name,
    phone: `+9199${String(1_600_000 + id * 104_729).padStart(8, '0')}`,
    email: id === 1 ? demoRider.email : `${firstWord(rider.name).toLowerCase()}.${id}@riders.example`,
    face: facesOf(rider.name)[id % facesOf(rider.name).length] ?? 'user8',
    age: rider.age,
    description: rider.text,
    vehicle: rider.vehicle,
    vehicleNumber: rider.plate,
    commissionPercent: 8,
    tipCommissionPercent: 100,
    maxOpenOrders: 4,
    cashLimitMinor: paise(id === 1 ? 15_000 : 8000),
    isOnline: rider.isOnline,
    latitude: rider.at[0],
    longitude: rider.at[1],
    createdAt: daysBefore(now, 120 + id * 17),
  }
}

function ridersOf(store: StoreRow, riders: readonly RiderRow[]): RiderStoreRow[] {
  const spot = { lat: store.latitude, lng: store.longitude }
  const nearest = riders
    .slice(1)
    .toSorted((a, b) => distanceTo(spot, a) - distanceTo(spot, b))
    .slice(0, RIDERS_PER_STORE)
  const demoRiderRow = riders[0] && distanceKm(spot, CENTRE) <= DEMO_RIDER_REACH_KM ? [riders[0]] : []
  return [...demoRiderRow, ...nearest].map(({ id }) => ({ riderId: id, storeId: store.id }))
}

function distanceTo(spot: { lat: number; lng: number }, rider: RiderRow): number {
  return distanceKm(spot, { lat: rider.latitude, lng: rider.longitude })
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}

function roundedDegrees(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? name
}
