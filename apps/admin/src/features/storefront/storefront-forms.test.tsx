import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

const picture = new File(['x'], 'picture.png', { type: 'image/png' })

beforeEach(() => {
  answer('dashboard/pictures/upload', { success: true, path: '/assets/img/uploads/new.webp' })
  answerTable('promo_sliders', [row('promo_sliders', { id: 3, name: 'Top' })])
})

describe('the target of a slide', () => {
  type Slide = Output<'dashboard/sliders/show'>['slider']['slides'][number]
  const [known] = recorded('dashboard/sliders/show').slider.slides as [Slide]
  const nowhere = { model: null, store: null, item: null, url: null, latitude: null, longitude: null, radius: null }

  async function openSlide(change: Part<Slide> = {}) {
    const slide = changed<Slide>(known, { id: 5, name: 'Old', ...nowhere, ...change } as Part<Slide>)
    answer('dashboard/sliders/show', recorded('dashboard/sliders/show', { slider: { id: 3, slides: [slide] } }))
    answer('dashboard/slides/save', recorded('dashboard/slides/save'))
    await openPage('/sliders/3')
    await press(page(), /^Old/)
    return dialog('Slide')
  }
  const sent = () => inputsOf('dashboard/slides/save').at(-1)

  test('[U-16] is an item that was found by its name', async () => {
    answer('dashboard/find-items', {
      success: true,
      items: [{ id: 106, name: 'Masala Dosa', store: 'Sagar' }],
    } as never)
    const form = await openSlide()
    await person.selectOptions(form.getByLabelText('Opens'), 'An item')
    form.getByText('Only customers to whom the store delivers see the slide.')
    expect(form.queryByLabelText('Kilometres')).toBeNull()
    await write(form, 'Item', 'dosa')
    await take(form, /^Masala Dosa/)
    await press(form, 'Save')
    await screen.findByText('The slide is saved')
    expect(sent()).toMatchObject({ id: 5, slider_id: 3, model: 2, item_id: 106, url: null })
  })

  test('[U-16] is a path of the app, around a point', async () => {
    const form = await openSlide()
    await person.selectOptions(form.getByLabelText('Opens'), 'A path of the app')
    await write(form, 'Path', ' /pages/offers ')
    await write(form, 'Latitude', '12.97')
    await write(form, 'Longitude', '77.64')
    await write(form, 'Kilometres', '4')
    await press(form, 'Save')
    await screen.findByText('The slide is saved')
    expect(sent()).toMatchObject({ model: 3, url: '/pages/offers', latitude: '12.97', longitude: '77.64', radius: 4 })
  })

  test.each([
    ['url', 'Path', 'fieldLinkForbidden', 'This link cannot be used', 'A path of the app'],
    ['latitude', 'Latitude', 'fieldLatitude', 'A latitude is between -90 and 90', 'Nothing'],
    ['radius', 'Kilometres', 'fieldTooLarge', 'This number is too large', 'Nothing'],
    ['store_id', 'Store', 'fieldValidationMsg', 'Please fill in this field', 'A store'],
    ['item_id', 'Item', 'fieldUnknown', 'No entry with this value was found', 'An item'],
  ] as const)('[U-16] is refused at its field: %s', async (name, label, reason, text, model) => {
    const form = await openSlide()
    refuse('dashboard/slides/save', 'INVALID_INPUT', { fields: { [name]: reason } })
    await person.selectOptions(form.getByLabelText('Opens'), model)
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, label)).toContain(text)
    expect(textIn(form, 'Opens')).toBe({ Nothing: '', 'A store': '1', 'An item': '2', 'A path of the app': '3' }[model])
  })

  test('[U-16] that was chosen before is shown, and cleared by choosing nowhere', async () => {
    const form = await openSlide({ model: 1, store: { id: 7, name: 'Corner Kitchen' } } as Part<Slide>)
    form.getByRole('button', { name: 'Remove Corner Kitchen' })
    await person.selectOptions(form.getByLabelText('Opens'), 'Nothing')
    await press(form, 'Save')
    await screen.findByText('The slide is saved')
    expect(sent()).toMatchObject({ model: null })
  })
})

describe('a slider', () => {
  async function openNew() {
    await openPage('/sliders')
    await press(page(), 'New slider')
    return dialog('New slider')
  }

  test('[U-16] needs a name, has a place in the list and is sent once', async () => {
    answer('dashboard/sliders/save', recorded('dashboard/sliders/save', { slider: { id: 3 } }))
    answer('dashboard/sliders/show', recorded('dashboard/sliders/show', { slider: { id: 3, slides: [] } }))
    const form = await openNew()
    await press(form, 'Create the slider')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Between')
    await person.selectOptions(form.getByLabelText('Where'), 'In the store list, after store 2')
    await person.click(form.getByLabelText('On'))
    const release = hold('dashboard/sliders/save')
    await press(form, 'Create the slider')
    await person.click(form.getByRole('button', { name: 'Create the slider' }))
    release()
    await screen.findByText('The slider is created. Add its slides.')
    const [, ...sent] = inputsOf('dashboard/sliders/save')
    expect(sent).toEqual([{ id: null, name: 'Between', position_id: 2, size: 5, is_active: 0 }])
    await expect.poll(address).toBe('/sliders/3')
  })

  test('[U-16] that was begun is not lost without a question', async () => {
    const form = await openNew()
    await write(form, 'Name', 'Between')
    await press(form, 'Close')
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(form, 'Name')).toBe('Between')
  })
})

describe('a category tile', () => {
  type Tile = Output<'dashboard/category-tiles'>['tiles'][number]
  const [known] = recorded('dashboard/category-tiles').tiles as [Tile]
  beforeEach(() => {
    answer('dashboard/category-tiles', { success: true, tiles: [] })
    answer('get-all-restaurants-categories', {
      status: true,
      categories: [
        { id: 6, name: 'Biryani', is_active: 1 },
        { id: 7, name: 'Chai', is_active: 1 },
      ],
    })
  })

  test('[U-10] is added with its picture and categories', async () => {
    answer('dashboard/category-tiles/save', recorded('dashboard/category-tiles/save'))
    await openPage('/category-tiles')
    await page().findByText('No tiles yet. Add the first tile with “New tile”.')
    await press(page(), 'New tile')
    const form = await dialog('New tile')
    await person.upload(form.getByLabelText('Picture'), picture)
    await form.findByAltText('Picture, as it will be shown')
    await write(form, 'Name', 'Tea time')
    await person.click(await form.findByLabelText('Chai'))
    answer('dashboard/category-tiles', { success: true, tiles: [changed<Tile>(known, { id: 9, name: 'Tea time' })] })
    await press(form, 'Add the tile')
    await screen.findByText('The tile is added')
    await page().findByText('Tea time')
    expect(inputsOf('dashboard/category-tiles/save')).toEqual([
      { id: null, name: 'Tea time', image: '/assets/img/uploads/new.webp', category_ids: [7], is_active: 1 },
    ])
  })

  test('[U-10] that was not saved keeps its picture and its text', async () => {
    cut('dashboard/category-tiles/save')
    await openPage('/category-tiles')
    await press(page(), 'New tile')
    const form = await dialog('New tile')
    await person.upload(form.getByLabelText('Picture'), picture)
    await form.findByAltText('Picture, as it will be shown')
    await write(form, 'Name', 'Tea time')
    await person.click(await form.findByLabelText('Chai'))
    await press(form, 'Add the tile')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    expect(textIn(form, 'Name')).toBe('Tea time')
    form.getByAltText('Picture, as it will be shown')
  })

  test('[U-10] of a list that cannot be read says why', async () => {
    refuse('dashboard/category-tiles', 'INTERNAL')
    await openPage('/category-tiles')
    await page().findByRole('alert')
    expect(page().queryByText(/^No tiles yet/)).toBeNull()
  })
})

describe('a language', () => {
  type Language = Output<'dashboard/languages'>['languages'][number]
  const [known] = recorded('dashboard/languages').languages as [Language]
  const tamil = changed<Language>(known, {
    id: 2,
    code: 'ta',
    language_name: 'தமிழ்',
    direction: 'ltr',
    is_default: false,
    is_active: true,
    done: 1200,
    total: 1299,
    changed: 3,
  })
  beforeEach(() => answer('dashboard/languages', { success: true, languages: [tamil] }))

  test('[U-07] is renamed and turned around, and stays on', async () => {
    answer('dashboard/languages/update', recorded('dashboard/languages/update'))
    await openPage('/languages')
    await press(page(), /^தமிழ்/)
    const panel = await dialog('தமிழ்')
    panel.getByText(/^1200 of 1299 texts are translated, 3 of them with your own texts\./)
    expect(panel.getByRole('link', { name: 'Translate' }).getAttribute('href')).toBe(
      '/dashboard/translations?language=2',
    )
    await write(panel, 'Name', 'Tamil')
    await person.selectOptions(panel.getByLabelText('Direction'), 'From right to left')
    await press(panel, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('dashboard/languages/update')).toEqual([
      { id: 2, language_name: 'Tamil', direction: 'rtl', is_active: true },
    ])
  })

  test('[U-07] becomes the default by one press, which shows before the answer', async () => {
    answer('dashboard/languages/make-default', recorded('dashboard/languages/make-default'))
    const release = hold('dashboard/languages/make-default')
    await openPage('/languages')
    const radio = await page().findByLabelText<HTMLInputElement>('Default: தமிழ்')
    await person.click(radio)
    expect([radio.checked, radio.disabled]).toEqual([true, true])
    release()
    await screen.findByText('தமிழ் is now the default language')
    expect(inputsOf('dashboard/languages/make-default')).toEqual([{ id: 2 }])
  })

  test('[U-07] stays on if the server does not switch it off', async () => {
    refuse('dashboard/languages/update', 'NOT_FOUND')
    await openPage('/languages')
    const shown = await page().findByLabelText<HTMLInputElement>('தமிழ் is on')
    await person.click(shown)
    await expect.poll(() => shown.disabled).toBe(false)
    expect(shown.checked).toBe(true)
  })

  test('[U-07] of a list that cannot be read says why', async () => {
    refuse('dashboard/languages', 'INTERNAL')
    await openPage('/languages')
    await page().findByRole('alert')
  })

  test('[U-07] whose code is taken says so at the code', async () => {
    refuse('dashboard/languages/create', 'INVALID_INPUT', { fields: { code: 'fieldTaken' } })
    await openPage('/languages')
    await press(page(), 'New language')
    const form = await dialog('New language')
    await write(form, 'Name', 'Tamil')
    await write(form, 'Code', 'ta')
    await press(form, 'Add language')
    await expect.poll(() => noteAt(form, 'Code')).toBe('This value is already taken. Choose another.')
    expect(textIn(form, 'Name')).toBe('Tamil')
  })
})

describe('a popular location', () => {
  const [known] = recorded('dashboard/popular-locations').locations
  const places = [
    changed(known!, { id: 2, name: 'Jayanagar', latitude: 12.93, longitude: 77.58, is_default: true }),
    changed(known!, { id: 3, name: 'Indiranagar', is_default: false, is_active: false }),
  ]
  const all = { success: true as const, locations: places }
  beforeEach(() => {
    answer('dashboard/popular-locations', all)
    answer('dashboard/popular-locations/save', all)
  })
  const rows = () =>
    within(page().getByRole('list', { name: 'Locations' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)

  test('[U-08] is listed with its place, and whether it is primary or off', async () => {
    await openPage('/popular-locations')
    await page().findByText('Jayanagar')
    expect(rows().map((text) => text?.replace(/Change.*$/, ''))).toEqual([
      'Jayanagar12.9300, 77.5800 · primary',
      'Indiranagar12.9700, 77.6400 · off',
    ])
  })

  test('[U-08] is added near the first one, with a name', async () => {
    await openPage('/popular-locations')
    await press(page(), 'New location')
    const form = await dialog('New location')
    expect([textIn(form, 'Latitude'), textIn(form, 'Longitude')]).toEqual(['12.930000', '77.580000'])
    await press(form, 'Add the location')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Koramangala')
    await write(form, 'Latitude', '12.9352')
    answer('dashboard/popular-locations/save', {
      success: true,
      locations: [...places, changed(known!, { id: 4, name: 'Koramangala', is_default: false })],
    })
    await press(form, 'Add the location')
    await screen.findByText('The location is added')
    expect(inputsOf('dashboard/popular-locations/save').at(-1)).toEqual({
      id: null,
      name: 'Koramangala',
      latitude: '12.9352',
      longitude: '77.580000',
      is_active: 1,
    })
    expect(rows()).toHaveLength(3)
    expect(callsOf('dashboard/popular-locations')).toHaveLength(1)
  })

  test('[U-08] is moved and switched on in its panel', async () => {
    await openPage('/popular-locations')
    await press(page(), 'Change Indiranagar')
    const form = await dialog('Location')
    expect(form.getByLabelText<HTMLInputElement>('Offered').checked).toBe(false)
    await person.click(form.getByLabelText('Offered'))
    await press(form, 'Save')
    await screen.findByText('The location is saved')
    expect(inputsOf('dashboard/popular-locations/save')[0]).toMatchObject({ id: 3, is_active: 1 })
  })

  test('[U-08] outside of the earth is refused at its number, and the map is gone meanwhile', async () => {
    await openPage('/popular-locations')
    await press(page(), 'Change Jayanagar')
    const form = await dialog('Location')
    await write(form, 'Latitude', '95')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Latitude')).toMatch(/\w/)
    expect(textIn(form, 'Latitude')).toBe('95')
    expect(screen.queryByText('The location is saved')).toBeNull()
  })

  test('[U-08] stays as it was if it cannot become primary', async () => {
    refuse('dashboard/popular-locations/set-primary', 'NOT_FOUND')
    await openPage('/popular-locations')
    const [, second] = await page().findAllByRole<HTMLInputElement>('radio')
    await person.click(second!)
    await expect.poll(() => inputsOf('dashboard/popular-locations/set-primary')).toEqual([{ id: 3 }])
    await expect.poll(() => second!.checked).toBe(false)
  })

  test('[U-08] says what the first one will be where there is none', async () => {
    answer('dashboard/popular-locations', { success: true, locations: [] })
    await openPage('/popular-locations')
    await page().findByText('No location yet. The first location that you add is the primary one.')
  })
})
