import { describe, expect, it } from 'vitest'
import { centre } from '#test/builders.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

const calls = ['get-addresses', 'save-address', 'delete-address', 'set-default-address'] as const
const near = { latitude: '12.9360', longitude: 77.625, address: '7 Temple Street', house: '', tag: '' }

/** Lists a person's addresses as strings, newest first, with the default one marked. */
async function listed(token: string): Promise<string[]> {
  const { body } = await test.call('get-addresses', {}, { token })
  return body.map((row) => `${row.address}${row.is_default ? ' *' : ''}`)
}

describe('addresses', () => {
  it('[P-52] [P-53] [GAP-19] [GAP-20] saves an address, makes it the default and answers all, newest first', async () => {
    const customer = await test.build.customer()
    const { status, body } = await test.call('save-address', { ...near, user_id: 1 }, customer)
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    expect((body as unknown[])[0]).toEqual({
      id: expect.any(Number),
      user_id: customer.id,
      address: '7 Temple Street',
      house: null,
      landmark: null,
      tag: null,
      latitude: '12.936',
      longitude: '77.625',
      delivery_instructions: [],
      delivery_note: null,
      is_default: 1,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      updated_at: expect.any(String),
    })
    expect(await listed(customer.token)).toEqual(['7 Temple Street *', '12 Lake Road'])
  })

  it('[P-53] answers only the saved address if the call asks for that', async () => {
    const customer = await test.build.customer()
    const input = { ...near, house: ' 4 B ', tag: 'Home', get_only_default_address: 'get_only_default_address' }
    expect((await test.call('save-address', input, customer)).body).toEqual({
      address: '7 Temple Street',
      house: '4 B',
      latitude: '12.936',
      longitude: '77.625',
      tag: 'Home',
    })
  })

  it('[P-53] with the id of an own address, changes that address and keeps the default', async () => {
    const customer = await test.build.customer()
    const { body } = await test.call('save-address', { ...near, tag: 'Home' }, customer)
    const [home, first] = body as { id: number }[]
    const moved = { ...near, address: '9 Temple Street', tag: 'Mum', latitude: 12.94, address_id: first!.id }
    const answer = await test.call('save-address', moved, customer)
    expect(answer.status).toBe(200)
    expect(await listed(customer.token)).toEqual(['7 Temple Street *', '9 Temple Street'])
    expect((answer.body as unknown[])[1]).toMatchObject({ id: first!.id, tag: 'Mum', latitude: '12.94', is_default: 0 })
    const faulty = await test.call('save-address', { ...moved, address: ' ' }, customer)
    expect(faulty).toMatchObject({ status: 422, body: { error: { code: 'ADDRESS_INVALID' } } })
    await test.call('delete-address', { address_id: home!.id }, customer)
    const gone = await test.call('save-address', { ...near, address_id: home!.id }, customer)
    expect({ status: gone.status, code: codeOf(gone) }).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  it("[P-53] does not change another customer's address", async () => {
    const [owner, other] = [await test.build.customer(), await test.build.customer()]
    const { body } = await test.call('get-addresses', {}, owner)
    const answer = await test.call('save-address', { ...near, address_id: body[0]!.id }, other)
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await listed(owner.token)).toEqual(['12 Lake Road *'])
    expect(await listed(other.token)).toEqual(['12 Lake Road *'])
  })

  it('[GAP-20] refuses an invalid address and saves nothing', async () => {
    const customer = await test.build.customer()
    const before = await test.build.counts()
    const empty = await test.call('save-address', { ...near, address: '   ' }, customer)
    expect(empty).toMatchObject({
      status: 422,
      body: { error: { code: 'ADDRESS_INVALID', fields: { address: 'Please enter the address' } } },
    })
    const bad = [
      { latitude: 91 },
      { longitude: -180.5 },
      { latitude: 'NaN' },
      { latitude: null },
      { longitude: '77,6' },
      { address: 'x'.repeat(301) },
      { address: 5 },
      { house: {} },
      { latitude: [12] },
    ]
    for (const fields of bad) {
      const answer = await test.call('save-address', { ...near, ...fields } as never, customer)
      expect({ fields, status: answer.status, code: codeOf(answer) }).toEqual({
        fields,
        status: 400,
        code: 'INVALID_INPUT',
      })
    }
    expect(await test.build.counts()).toEqual(before)
  })

  it('[GAP-20] requires a house only if the setting says so', async () => {
    const customer = await test.build.customer()
    await test.build.setting('flatApartmentAddressRequired', 'true')
    await test.services.settings.reload()
    const refused = await test.call('save-address', near, customer)
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { fields: { house: 'Please enter the house or flat' } } },
    })
    expect((await test.call('save-address', { ...near, house: '1' }, customer)).status).toBe(200)
    await test.build.setting('flatApartmentAddressRequired', 'false')
    await test.services.settings.reload()
    expect((await test.call('save-address', near, customer)).status).toBe(200)
  })

  it('[P-52] shows which addresses a store delivers to', async () => {
    const customer = await test.build.customer()
    await test.call('save-address', { ...near, latitude: centre.latitude + 0.2 }, customer)
    const store = await test.build.store({ delivery_radius_km: 5 })
    const { body } = await test.call('get-addresses', { restaurant_id: String(store.id) }, customer)
    expect(body.map((row) => row.is_operational)).toEqual([0, 1])
    const square = [
      [77.6, 13.1],
      [77.65, 13.1],
      [77.65, 13.2],
      [77.6, 13.2],
    ]
    const byArea = await test.build.store({ delivery_areas: JSON.stringify([square]) })
    const areas = await test.call('get-addresses', { restaurant_id: byArea.id }, customer)
    expect(areas.body.map((row) => row.is_operational)).toEqual([1, 0])
    const unknown = await test.call('get-addresses', { restaurant_id: 999_999 }, customer)
    expect(unknown.body.map((row) => row.is_operational)).toEqual([0, 0])
  })

  it('[P-54] [GAP-19] deletes an own address; deleting the default leaves no default', async () => {
    const customer = await test.build.customer()
    const saved = await test.call('save-address', near, customer)
    const [newest, oldest] = saved.body as { id: number }[]
    await test.call('delete-address', { address_id: oldest!.id }, customer)
    expect(await listed(customer.token)).toEqual(['7 Temple Street *'])
    const gone = await test.call('delete-address', { address_id: newest!.id }, customer)
    expect(gone.body).toEqual([])
    const info = await test.call('update-user-info', {}, customer)
    expect(info.body.data).toMatchObject({ default_address_id: 0, default_address: null })
    expect((await test.call('delete-address', { address_id: newest!.id }, customer)).body).toEqual([])
  })

  it('[P-55] [GAP-19] makes another own address the default', async () => {
    const customer = await test.build.customer()
    const saved = await test.call('save-address', near, customer)
    const [, oldest] = saved.body as { id: number }[]
    const moved = await test.call('set-default-address', { address_id: oldest!.id }, customer)
    expect(moved.body.map((row) => row.is_default)).toEqual([0, 1])
  })

  it('[P-54] [P-55] [T-08] another customer’s address can be neither deleted nor chosen', async () => {
    const owner = await test.build.customer()
    const thief = await test.build.customer()
    const [own] = (await test.call('get-addresses', {}, owner)).body
    const before = await test.build.counts()
    const chosen = await test.call('set-default-address', { address_id: own!.id }, thief)
    expect({ status: chosen.status, code: codeOf(chosen) }).toEqual({ status: 404, code: 'NOT_FOUND' })
    const deleted = await test.call('delete-address', { address_id: own!.id }, thief)
    expect(deleted.body.map((row) => row.user_id)).toEqual([thief.id])
    expect(await listed(owner.token)).toEqual(['12 Lake Road *'])
    expect(await listed(thief.token)).toEqual(['12 Lake Road *'])
    expect(await test.build.counts()).toEqual(before)
  })

  it('[T-02] [GAP-03] [GAP-75] requires a customer session', async () => {
    const rider = await test.build.rider()
    for (const name of calls) {
      const guest = await test.call(name, { ...near, address_id: 1 } as never)
      expect(guest.status).toBe(401)
      expect(guest.body).toMatchObject({ message: 'Token not provided' })
      expect(codeOf(await test.call(name, { ...near, address_id: 1 } as never, rider))).toBe('WRONG_AUDIENCE')
    }
  })

  it('[GAP-19] twenty parallel addresses leave exactly one default', async () => {
    const customer = await test.build.customer({ address: null })
    const saves = Array.from({ length: 20 }, (_, index) =>
      test.call('save-address', { ...near, address: `${index} Temple Street` }, customer),
    )
    expect((await Promise.all(saves)).map((answer) => answer.status)).toEqual(Array(20).fill(200))
    const all = await listed(customer.token)
    expect(all).toHaveLength(20)
    expect(all.filter((line) => line.endsWith('*'))).toHaveLength(1)
  })
})
