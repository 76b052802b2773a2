import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { layOutLists } from '#test/dom.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, answerTable, callsOf, hold, inputsOf, queriesOf, refuse } from '#test/server.ts'

type Slide = Output<'dashboard/sliders/show'>['slider']['slides'][number]
type Tile = Output<'dashboard/category-tiles'>['tiles'][number]

const [recordedSlide] = recorded('dashboard/sliders/show').slider.slides as [Slide]
const slide = (id: number, name: string, change: Part<Slide> = {}) =>
  changed<Slide>(recordedSlide, { id, name, ...change })

function showSlider(...slides: Slide[]): void {
  answer('dashboard/sliders/show', recorded('dashboard/sliders/show', { slider: { slides } }))
}

const picture = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'picture.png', { type })

beforeEach(() => {
  answer('dashboard/pictures/upload', { success: true, path: '/assets/img/uploads/new.webp' })
  answer('dashboard/slides/save', recorded('dashboard/slides/save'))
  answerTable('promo_sliders', [])
})

describe('a slide', () => {
  async function openSlide(name?: string) {
    await openPage('/sliders/3')
    await press(page(), name ? new RegExp(`^${name}`) : 'Add a slide')
    return dialog(name ? 'Slide' : 'New slide')
  }

  test('[U-16] can have a picture, a text and no link', async () => {
    showSlider()
    const form = await openSlide()
    await person.upload(form.getByLabelText('Picture'), picture())
    const shown = await form.findByRole('img', { name: 'Picture, as it will be shown' })
    expect(shown.getAttribute('src')).toBe('/assets/img/uploads/new.webp')
    expect(inputsOf('dashboard/pictures/upload')).toEqual([{ use: 'slide' }])
    expect(callsOf('dashboard/pictures/upload')[0]!.file?.name).toBe('picture.png')
    await write(form, 'Description of the picture', 'Half the charge')
    await press(form, 'Add the slide')
    await screen.findByText('The slide is added')
    expect(inputsOf('dashboard/slides/save')[0]).toMatchObject({
      id: null,
      slider_id: 3,
      name: 'Half the charge',
      image: '/assets/img/uploads/new.webp',
      is_active: 1,
    })
  })

  test('[U-16] can link to a store, and then is shown for every location', async () => {
    showSlider(slide(5, 'Old', { latitude: 12.9, longitude: 77.6, radius: 3 }))
    answer('dashboard/find-stores', {
      success: true,
      stores: [{ id: 7, name: 'Corner Kitchen', slug: 'corner-kitchen', currency: 'INR' }],
    })
    const form = await openSlide('Old')
    expect(textIn(form, 'Kilometres')).toBe('3')
    await person.selectOptions(form.getByLabelText('Opens'), 'A store')
    expect(form.queryByLabelText('Kilometres')).toBeNull()
    await write(form, 'Store', 'corner')
    await take(form, /^Corner Kitchen/)
    await press(form, 'Save')
    await screen.findByText('The slide is saved')
    expect(inputsOf('dashboard/slides/save')[0]).toMatchObject({ id: 5, store_id: 7, item_id: null })
  })

  test('[U-16] with a picture that is too large is refused before it is sent', async () => {
    showSlider()
    const form = await openSlide()
    await person.upload(form.getByLabelText('Picture'), picture(5 * 1024 * 1024 + 1))
    await form.findByText('A picture can be up to 5 MB.')
    expect(callsOf('dashboard/pictures/upload')).toEqual([])
    await person.upload(form.getByLabelText('Picture'), picture(5 * 1024 * 1024))
    await form.findByRole('img', { name: /^Picture/ })
    expect(form.queryByText('A picture can be up to 5 MB.')).toBeNull()
  })

  test('[U-16] whose picture the server cannot read shows this', async () => {
    showSlider()
    refuse('dashboard/pictures/upload', 'INVALID_INPUT', { fields: { image: 'fieldInvalid' } })
    const form = await openSlide()
    await person.upload(form.getByLabelText('Picture'), picture())
    expect((await form.findByRole('alert')).textContent).toMatch(/\w/)
    expect(form.queryByRole('img')).toBeNull()
  })

  test('[U-16] without picture and text is refused at both fields', async () => {
    showSlider()
    const form = await openSlide()
    await press(form, 'Add the slide')
    await expect.poll(() => noteAt(form, 'Description of the picture')).toBe('Please fill in this field')
    expect(form.getAllByRole('alert').length).toBeGreaterThan(1)
  })

  test('[U-16] is deleted after confirmation', async () => {
    showSlider(slide(5, 'Old'))
    answer('dashboard/slides/delete', recorded('dashboard/slides/delete'))
    const form = await openSlide('Old')
    await press(form, 'Delete this slide')
    await press(await dialog('Delete “Old”?'), 'Delete')
    await screen.findByText('The slide is deleted')
    expect(inputsOf('dashboard/slides/delete')).toEqual([{ id: 5 }])
  })
})

describe('an ordered list', () => {
  beforeEach(layOutLists)
  const names = () =>
    within(page().getByRole('list', { name: 'Slides in their order' }))
      .getAllByRole('button', { name: /^Move / })
      .map((handle) => handle.getAttribute('aria-label')?.replace('Move ', ''))

  async function openList() {
    showSlider(slide(1, 'One'), slide(2, 'Two'), slide(3, 'Three'))
    await openPage('/sliders/3')
    const handle = await page().findByRole('button', { name: 'Move One' })
    handle.focus()
  }

  /** Picks the first slide up with the keyboard and moves it to the second position, without dropping it. */
  async function moveOneDown() {
    await openList()
    await person.keyboard(' ')
    await screen.findByText(/^One is .*position 1 of 3\.$/)
    await person.keyboard('{ArrowDown}')
    await screen.findByText('One is at position 2 of 3.')
  }

  test('[U-16] is changed with the keyboard, and each step is announced', async () => {
    answer('dashboard/slides/order', recorded('dashboard/slides/order'))
    await moveOneDown()
    await person.keyboard(' ')
    await screen.findByText('One is dropped at position 2 of 3.')
    await expect.poll(() => inputsOf('dashboard/slides/order')).toEqual([{ slider_id: 3, ids: [2, 1, 3] }])
  })

  test('[U-16] stays as it was after Escape', async () => {
    await moveOneDown()
    await person.keyboard('{Escape}')
    await screen.findByText('One is back where it was.')
    expect(names()).toEqual(['One', 'Two', 'Three'])
    expect(inputsOf('dashboard/slides/order')).toEqual([])
  })

  test('[U-16] is restored if the server refuses the change', async () => {
    refuse('dashboard/slides/order', 'NOT_FOUND')
    const release = hold('dashboard/slides/order')
    await moveOneDown()
    await person.keyboard(' ')
    await expect.poll(names).toEqual(['Two', 'One', 'Three'])
    release()
    await expect.poll(names).toEqual(['One', 'Two', 'Three'])
  })
})

describe('a slider', () => {
  test('[U-16] is created, then opens for its slides', async () => {
    answer('dashboard/sliders/save', recorded('dashboard/sliders/save', { slider: { id: 3 } }))
    showSlider()
    await openPage('/sliders')
    await press(page(), 'New slider')
    const form = await dialog('New slider')
    await press(form, 'Create the slider')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Festival')
    await person.selectOptions(form.getByLabelText('Where'), 'In the store list, after store 2')
    await press(form, 'Create the slider')
    await expect.poll(() => address()).toBe('/sliders/3')
    expect(inputsOf('dashboard/sliders/save').at(-1)).toEqual({
      id: null,
      name: 'Festival',
      position_id: 2,
      size: 5,
      is_active: 1,
    })
  })

  test('[U-16] with slides is deleted only after its name is typed; one without slides needs no name', async () => {
    answer('dashboard/sliders/delete', { success: true })
    showSlider(slide(5, 'Old'))
    await openPage('/sliders/3')
    await press(page(), 'Delete')
    const question = await dialog('Delete “Festival”?')
    question.getByText('The 1 slides of this slider are deleted too.')
    expect((question.getByRole('button', { name: 'Delete' }) as HTMLButtonElement).disabled).toBe(true)
    await write(question, /^Type “/, 'Festival')
    await press(question, 'Delete')
    await screen.findByText('The slider is deleted')
    await expect.poll(() => address()).toBe('/sliders')
  })

  test('[U-16] that does not exist says so', async () => {
    refuse('dashboard/sliders/show', 'NOT_FOUND')
    await openPage('/sliders/99')
    await page().findByRole('alert')
    expect(page().getByRole('link', { name: 'Sliders' })).not.toBeNull()
  })
})

describe('category tiles', () => {
  const [recordedTile] = recorded('dashboard/category-tiles').tiles as [Tile]
  beforeEach(() => {
    answer('dashboard/category-tiles', {
      success: true,
      tiles: [
        changed<Tile>(recordedTile, { id: 1, name: 'Rice', category_ids: [6, 99] }),
        changed<Tile>(recordedTile, { id: 2, name: 'Tea', is_active: false }),
      ],
    })
    answer('get-all-restaurants-categories', {
      status: true,
      categories: [
        { id: 6, name: 'Biryani', is_active: 1 },
        { id: 7, name: 'Chai', is_active: 1 },
      ],
    })
    answer('dashboard/category-tiles/save', recorded('dashboard/category-tiles/save'))
  })

  test('[U-10] show their categories, or that they are inactive', async () => {
    await openPage('/category-tiles')
    const rows = (await page().findAllByRole('listitem')).map((item) => item.textContent)
    expect(rows).toEqual(['RiceBiryani', 'TeaOff'])
  })

  test('[U-10] can get other categories', async () => {
    await openPage('/category-tiles')
    await press(page(), /^Rice/)
    const form = await dialog('Tile')
    expect((form.getByLabelText('Biryani') as HTMLInputElement).checked).toBe(true)
    await person.click(form.getByLabelText('Chai'))
    await person.click(form.getByLabelText('Biryani'))
    await person.click(form.getByLabelText('On'))
    await press(form, 'Save')
    await screen.findByText('The tile is saved')
    expect(inputsOf('dashboard/category-tiles/save')).toEqual([
      { id: 1, name: 'Rice', image: recordedTile.image, category_ids: [99, 7], is_active: 0 },
    ])
  })

  test('[U-10] without picture, name and category are refused', async () => {
    await openPage('/category-tiles')
    await press(page(), 'New tile')
    const form = await dialog('New tile')
    await press(form, 'Add the tile')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    expect(form.getAllByRole('alert').length).toBe(3)
  })

  test('[U-10] are deleted after confirmation', async () => {
    answer('dashboard/category-tiles/delete', recorded('dashboard/category-tiles/delete'))
    await openPage('/category-tiles')
    await press(page(), /^Tea/)
    await press(await dialog('Tile'), 'Delete this tile')
    await press(await dialog('Delete “Tea”?'), 'Delete')
    await screen.findByText('The tile is deleted')
    expect(inputsOf('dashboard/category-tiles/delete')).toEqual([{ id: 2 }])
  })
})

describe('pages', () => {
  beforeEach(() => answer('dashboard/pages/preview', recorded('dashboard/pages/preview')))

  test('[U-15] are created with their address, and opened there', async () => {
    answer('dashboard/pages/save', recorded('dashboard/pages/save'))
    answer('get-single-page', recorded('get-single-page', { slug: 'offers', name: 'Offers' }))
    await openPage('/pages/new')
    await write(page(), 'Name', 'Offers')
    await write(page(), /^Address/, 'Bad address!')
    await press(page(), 'Create the page')
    await expect.poll(() => noteAt(page(), /^Address/)).toMatch(/valid|letters/)
    await write(page(), /^Address/, 'offers')
    await press(page(), 'Create the page')
    await screen.findByText('The page is created')
    expect(inputsOf('dashboard/pages/save').at(-1)).toMatchObject({ id: null, name: 'Offers', slug: 'offers' })
    await expect.poll(() => address()).toBe('/pages/offers')
  })

  test('[U-15] with unsaved changes are left only after confirmation', async () => {
    answerTable('pages', [])
    answer('get-single-page', recorded('get-single-page'))
    await openPage('/pages/terms')
    await write(page(), 'Name', 'Rules')
    await person.click(page().getByRole('link', { name: 'Pages' }))
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(address()).toBe('/pages/terms')
    expect(textIn(page(), 'Name')).toBe('Rules')
    await person.click(page().getByRole('link', { name: 'Pages' }))
    await press(await dialog('Discard changes?'), 'Discard')
    await expect.poll(() => address()).toBe('/pages')
    expect(inputsOf('dashboard/pages/save')).toEqual([])
  })

  test('[U-15] are deleted after their address is typed', async () => {
    answerTable('pages', [])
    answer('get-single-page', recorded('get-single-page'))
    answer('dashboard/pages/delete', { success: true })
    await openPage('/pages/terms')
    await press(page(), 'Delete')
    const question = await dialog('Delete “Terms”?')
    await write(question, /^Type “/, 'terms')
    await press(question, 'Delete')
    await screen.findByText('The page is deleted')
    expect(inputsOf('dashboard/pages/delete')).toEqual([{ slug: 'terms' }])
    await expect.poll(() => address()).toBe('/pages')
  })

  test('[U-15] are written in the editor; Source shows their HTML', async () => {
    answer('get-single-page', recorded('get-single-page'))
    answer('dashboard/pages/save', recorded('dashboard/pages/save'))
    await openPage('/pages/terms')
    const text = await page().findByRole('textbox', { name: 'Text' })
    expect(text.textContent).toBe('Be kind.')
    expect(page().queryByLabelText('Text (HTML)')).toBe(null)
    await person.click(await page().findByLabelText('Source'))
    expect(textIn(page(), 'Text (HTML)')).toBe('<p>Be kind.</p>')
    await write(page(), 'Text (HTML)', '<h2>Fresh</h2><p>Be kind.</p>')
    await person.click(page().getByLabelText('Source'))
    const edited = await page().findByRole('textbox', { name: 'Text' })
    expect(within(edited).getByRole('heading', { name: 'Fresh' })).not.toBeNull()
    await press(page(), 'Save')
    await expect
      .poll(() => inputsOf('dashboard/pages/save').at(-1))
      .toMatchObject({ body: '<h2>Fresh</h2><p>Be kind.</p>' })
  })

  test('[U-15] whose HTML the editor would change show their source, and say why', async () => {
    const body = '<h1>Terms</h1><p>Be kind.</p>'
    answer('get-single-page', recorded('get-single-page', { body }))
    await openPage('/pages/terms')
    const source = (await page().findByLabelText('Source')) as HTMLInputElement
    expect(source.checked).toBe(true)
    expect(textIn(page(), 'Text (HTML)')).toBe(body)
    await expect.poll(() => noteAt(page(), 'Source')).toMatch(/would remove <h1> from this page/)
    await person.click(source)
    expect(source.checked).toBe(true)
    await write(page(), 'Text (HTML)', '<h2>Terms</h2><p>Be kind.</p>')
    await person.click(source)
    await page().findByRole('textbox', { name: 'Text' })
  })

  test('[U-15] accept links only with a complete URL', async () => {
    answer('get-single-page', recorded('get-single-page', { body: '' }))
    answer('dashboard/pages/save', recorded('dashboard/pages/save'))
    await openPage('/pages/terms')
    await page().findByRole('textbox', { name: 'Text' })
    await press(page(), 'Link')
    await write(page(), 'URL of the link', 'javascript:alert(1)')
    await press(page(), 'Set link')
    await expect.poll(() => noteAt(page(), 'URL of the link')).toMatch(/begins with https/)
    await write(page(), 'URL of the link', 'https://shop.test/menu')
    await press(page(), 'Set link')
    const text = page().getByRole('textbox', { name: 'Text' })
    expect(within(text).getByText('https://shop.test/menu').getAttribute('href')).toBe('https://shop.test/menu')
    await press(page(), 'Save')
    await expect
      .poll(() => inputsOf('dashboard/pages/save').at(-1))
      .toMatchObject({ body: '<a href="https://shop.test/menu">https://shop.test/menu</a>' })
  })

  test('[U-15] that do not exist say so', async () => {
    answer('get-single-page', null)
    await openPage('/pages/nothing')
    await page().findByText('There is no page with this address.')
  })
})

describe('languages', () => {
  type Language = Output<'dashboard/languages'>['languages'][number]
  const [recordedLanguage] = recorded('dashboard/languages').languages as [Language]
  const language = (id: number, code: string, change: Part<Language> = {}) =>
    changed<Language>(recordedLanguage, { id, code, language_name: code, is_default: false, done: 0, ...change })
  const both = [
    language(1, 'en', { language_name: 'English', is_default: true, done: 1299, total: 1299 }),
    language(2, 'ta', { language_name: 'தமிழ்', is_active: false, done: 1298, total: 1299, changed: 3 }),
  ]
  beforeEach(() => answer('dashboard/languages', { success: true, languages: both }))

  test('[U-07] are shown as translated only when the last text is', async () => {
    await openPage('/languages')
    const rows = within(await page().findByRole('list', { name: 'Languages' })).getAllByRole('listitem')
    expect(rows.map((item) => item.textContent?.match(/\d+%/)?.[0])).toEqual(['100%', '99%'])
  })

  test('[U-07] are switched on; the default cannot be switched off, and an inactive language cannot be the default', async () => {
    answer('dashboard/languages/update', recorded('dashboard/languages/update'))
    await openPage('/languages')
    await person.click(await page().findByLabelText('தமிழ் is on'))
    await screen.findByText('தமிழ் is now on')
    expect(inputsOf('dashboard/languages/update')).toEqual([
      { id: 2, language_name: 'தமிழ்', direction: 'ltr', is_active: true },
    ])
    expect((page().getByLabelText('English is on') as HTMLInputElement).disabled).toBe(true)
    expect((page().getByLabelText('Default: தமிழ்') as HTMLInputElement).disabled).toBe(true)
  })

  test('[U-07] are added with a code; a wrong code shows an error', async () => {
    answer('dashboard/languages/create', recorded('dashboard/languages/create'))
    await openPage('/languages')
    await press(page(), 'New language')
    const form = await dialog('New language')
    await write(form, 'Name', 'বাংলা')
    await write(form, 'Code', 'bengali')
    await press(form, 'Add language')
    await expect.poll(() => noteAt(form, 'Code')).not.toBe('Two or three letters, such as ta.')
    await write(form, 'Code', 'bn')
    await press(form, 'Add language')
    await screen.findByText('The language was added. Switch the language on once its texts are translated.')
    expect(inputsOf('dashboard/languages/create').at(-1)).toEqual({
      code: 'bn',
      language_name: 'বাংলা',
      direction: 'ltr',
    })
  })

  test('[U-07] are deleted after their code is typed, but not the default', async () => {
    answer('dashboard/languages/delete', { success: true })
    await openPage('/languages')
    await press(page(), /^தமிழ்/)
    const panel = await dialog('தமிழ்')
    await press(panel, 'Delete language')
    const question = await dialog('Delete தமிழ்?')
    question.getByText('Your own texts in this language (3) are deleted too.')
    await write(question, /^Type “/, 'ta')
    await press(question, 'Delete')
    await screen.findByText('தமிழ் is deleted')
    expect(inputsOf('dashboard/languages/delete')).toEqual([{ id: 2 }])
    await press(page(), /^English/)
    expect((await dialog('English')).queryByRole('button', { name: 'Delete language' })).toBeNull()
  })

  describe('their texts', () => {
    const texts = [
      { key: 'accountLogout', english: 'Logout', shipped: 'வெளியேறு', own: null },
      { key: 'cartEmpty', english: 'Your cart is empty', shipped: null, own: null },
      { key: 'greeting', english: 'Hello {name}', shipped: null, own: 'வணக்கம் {name}' },
    ]
    const field = (key: string) => page().findByLabelText(`${key} in தமிழ்`) as Promise<HTMLTextAreaElement>
    beforeEach(() => answer('dashboard/texts', { success: true, texts }))

    test('[U-07] are saved when the field loses focus, and only if they changed', async () => {
      answer('dashboard/texts/save', recorded('dashboard/texts/save'))
      await openPage('/translations')
      await person.click(await field('accountLogout'))
      await person.tab()
      await write(page(), 'cartEmpty in தமிழ்', 'கூடை காலி')
      await person.tab()
      await expect
        .poll(() => inputsOf('dashboard/texts/save'))
        .toEqual([{ language_id: 2, texts: { cartEmpty: 'கூடை காலி' } }])
    })

    test('[U-07] that are refused show the reason, keep what was typed, and count as not saved', async () => {
      refuse('dashboard/texts/save', 'INVALID_INPUT', { fields: { greeting: 'fieldInvalid' } })
      await openPage('/translations')
      await field('greeting')
      await write(page(), 'greeting in தமிழ்', 'வணக்கம்')
      await person.tab()
      await expect.poll(() => noteAt(page(), 'greeting in தமிழ்')).toBe('This value is not valid')
      expect((await field('greeting')).value).toBe('வணக்கம்')
    })

    test('[U-07] can be reset to the shipped text', async () => {
      answer('dashboard/texts/save', recorded('dashboard/texts/save'))
      await openPage('/translations')
      await field('greeting')
      await press(page(), 'Restore the default: greeting')
      await expect.poll(() => inputsOf('dashboard/texts/save')).toEqual([{ language_id: 2, texts: { greeting: null } }])
      expect(page().queryByRole('button', { name: 'Restore the default: accountLogout' })).toBeNull()
    })

    test('[U-07] can be filtered by missing translation and by words', async () => {
      await openPage('/translations')
      await field('greeting')
      const shown = () =>
        page()
          .getAllByRole('textbox')
          .map((box) => box.getAttribute('aria-label'))
      await person.selectOptions(page().getByLabelText('Show'), 'Not translated')
      await expect.poll(() => page().queryByLabelText('greeting in தமிழ்')).toBeNull()
      expect(shown().filter(Boolean)).toEqual(['cartEmpty in தமிழ்'])
      await person.selectOptions(page().getByLabelText('Show'), 'All texts')
      await write(page(), 'Search', 'hello')
      await expect.poll(() => page().queryByLabelText('cartEmpty in தமிழ்')).toBeNull()
      await field('greeting')
      expect(page().getByRole('status').textContent).toMatch(/1 of 3 texts shown\.$/)
    })

    test('[U-07] from a file are previewed before they change', async () => {
      answer('dashboard/texts/import', ({ apply }) =>
        recorded('dashboard/texts/import', { is_applied: apply === 'yes', errors: [] }),
      )
      await openPage('/translations')
      await field('greeting')
      await person.upload(
        page().getByLabelText('File with texts'),
        new File(['key,text'], 'ta.csv', { type: 'text/csv' }),
      )
      const panel = await dialog('Preview of the changes')
      panel.getByText(/^5 rows read, 1 texts would change, 0 rows are wrong/)
      await press(panel, 'Change 1 texts')
      await screen.findByText('1 texts changed')
      expect(inputsOf('dashboard/texts/import').map(({ apply }) => apply)).toEqual(['no', 'yes'])
    })

    test('[U-07] from a file with wrong rows cannot be applied', async () => {
      answer('dashboard/texts/import', recorded('dashboard/texts/import'))
      await openPage('/translations')
      await field('greeting')
      await person.upload(
        page().getByLabelText('File with texts'),
        new File(['key,text'], 'ta.csv', { type: 'text/csv' }),
      )
      const panel = await dialog('Preview of the changes')
      panel.getByText(/^Row 3, homeSignupBannerTitle: Leave the parts/)
      expect(panel.queryByRole('button', { name: /^Change/ })).toBeNull()
    })
  })
})

describe('the theme', () => {
  const theme = recorded('dashboard/theme', { draft: null, versions: [] })
  const [version] = recorded('dashboard/theme').versions
  beforeEach(() => {
    answer('popular-geo-locations', [])
    answer('dashboard/theme', theme)
    answer('dashboard/theme/publish', recorded('dashboard/theme/publish'))
  })
  async function openTheme() {
    await openPage('/theme')
    await page().findByLabelText('Shop colour')
  }
  const colour = () => textIn(page(), 'Shop colour')

  test('[U-04] is published as edited', async () => {
    await openTheme()
    await write(page(), 'Shop colour', '#aa3355')
    await person.selectOptions(page().getByLabelText('Bottom bar'), 'Floats above the page')
    await press(page(), 'Publish')
    await expect.poll(() => callsOf('dashboard/theme/publish')).toHaveLength(1)
    expect(inputsOf('dashboard/theme/publish')[0]).toMatchObject({
      look: { ...theme.look, storeColor: '#aa3355', footerStyleType: 'FLOAT' },
    })
  })

  test('[U-04] can be undone and redone', async () => {
    await openTheme()
    const button = (name: string) => page().getByRole('button', { name }) as HTMLButtonElement
    expect(button('Undo').disabled).toBe(true)
    const first = colour()
    await write(page(), 'Shop colour', '#aa3355')
    await write(page(), 'Cart bar', '#112233')
    await press(page(), 'Undo')
    expect([colour(), textIn(page(), 'Cart bar')]).toEqual(['#aa3355', theme.look.cartColorBg])
    await press(page(), 'Undo')
    expect(colour()).toBe(first)
    expect(button('Undo').disabled).toBe(true)
    await press(page(), 'Redo')
    await press(page(), 'Redo')
    expect(textIn(page(), 'Cart bar')).toBe('#112233')
    expect(button('Redo').disabled).toBe(true)
  })

  test('[U-04] shows immediately which colours are unreadable', async () => {
    await openTheme()
    const contrast = within(page().getByRole('region', { name: 'Contrast' }))
    await write(page(), 'Cart bar', '#000000')
    await write(page(), 'Cart bar text', '#ffffff')
    expect(contrast.queryByText(/hard to read on the cart bar/)).toBeNull()
    await write(page(), 'Cart bar text', '#111111')
    contrast.getByText('Your text colour is hard to read on the cart bar, so the app uses another colour.')
  })

  test('[U-04] refused colours are marked at their field', async () => {
    refuse('dashboard/theme/publish', 'INVALID_INPUT', { fields: { storeColor: 'fieldInvalid' } })
    await openTheme()
    await write(page(), 'Shop colour', '#aa3355')
    await press(page(), 'Publish')
    await expect.poll(() => noteAt(page(), 'Shop colour')).toBe('This value is not valid')
  })

  test('[U-04] can be reset to an earlier version, after confirmation', async () => {
    if (!version) throw new Error('the recorded theme has no version')
    answer('dashboard/theme', { ...theme, versions: [version, { ...version, id: version.id + 1 }] })
    answer('dashboard/theme/roll-back', recorded('dashboard/theme/roll-back'))
    await openTheme()
    await press(page(), /^Roll back/)
    await press(await dialog('Restore this theme?'), 'Roll back')
    await expect.poll(() => inputsOf('dashboard/theme/roll-back')).toMatchObject([{ id: version.id + 1 }])
    await expect.poll(colour).toBe(recorded('dashboard/theme/roll-back').look.storeColor)
  })

  test('[U-04] with unsaved changes is left only after confirmation', async () => {
    answerTable('coupons', [])
    await openTheme()
    await write(page(), 'Shop colour', '#aa3355')
    await person.click(
      within(screen.getByRole('navigation', { name: 'Dashboard' })).getByRole('link', { name: 'Marketing' }),
    )
    await dialog('Discard changes?')
    expect(queriesOf('coupons')).toEqual([])
  })
})

describe('popular locations', () => {
  type Location = Output<'dashboard/popular-locations'>['locations'][number]
  const [recordedLocation] = recorded('dashboard/popular-locations').locations as [Location]
  const places = [
    recordedLocation,
    changed<Location>(recordedLocation, { id: 3, name: 'Indiranagar', is_default: false }),
  ]
  beforeEach(() => answer('dashboard/popular-locations', { success: true, locations: places }))

  test('[U-08] another one becomes primary', async () => {
    answer('dashboard/popular-locations/set-primary', {
      success: true,
      locations: places.map((place) => ({ ...place, is_default: place.id === 3 })),
    })
    await openPage('/popular-locations')
    const radios = (await page().findAllByRole('radio')) as HTMLInputElement[]
    expect(radios.map(({ checked }) => checked)).toEqual([true, false])
    await person.click(radios[1]!)
    await screen.findByText('Indiranagar is primary now')
    expect(inputsOf('dashboard/popular-locations/set-primary')).toEqual([{ id: 3 }])
  })

  test('[U-08] one is deleted after confirmation; the primary one cannot be deleted', async () => {
    refuse('dashboard/popular-locations/delete', 'NOT_FOUND')
    await openPage('/popular-locations')
    await press(page(), 'Delete Indiranagar')
    await press(await dialog('Delete “Indiranagar”?'), 'Delete')
    await expect.poll(() => inputsOf('dashboard/popular-locations/delete')).toEqual([{ id: 3 }])
    expect(page().getByRole('button', { name: 'Change Indiranagar' })).not.toBeNull()
  })
})
