import { describe, expect, test } from 'vitest'
import { type Slide, slideInput, slideValues, targetText } from './slide-values.ts'

const parents = { id: null, sliderId: 2, storeId: null, itemId: null }

describe('the form of a slide', () => {
  test('[U-16] a slide that is saved unchanged is sent as it was read', () => {
    const kept = {
      id: 9,
      name: 'Offers',
      image: '/assets/offers.webp',
      model: 3,
      url: '/pages/offers',
      is_active: false,
      latitude: '12.9352',
      longitude: '77.6245',
      radius: 4.5,
      store: null,
      item: null,
    } as unknown as Slide
    expect(slideInput(slideValues(kept), { ...parents, id: 9 })).toEqual({
      id: 9,
      slider_id: 2,
      name: 'Offers',
      image: '/assets/offers.webp',
      model: 3,
      url: '/pages/offers',
      latitude: '12.9352',
      longitude: '77.6245',
      radius: 4.5,
      store_id: null,
      item_id: null,
      is_active: 0,
    })
  })

  test('[U-16] a new slide is active, has no link and is shown everywhere', () => {
    expect(slideInput(slideValues(null), parents)).toEqual({
      id: null,
      slider_id: 2,
      name: '',
      image: '',
      model: null,
      url: null,
      is_active: 1,
      latitude: null,
      longitude: null,
      radius: null,
      store_id: null,
      item_id: null,
    })
  })

  test('[U-16] a slide has the chosen store and item', () => {
    const sent = slideInput({ ...slideValues(null), model: '2' }, { ...parents, storeId: 7, itemId: 31 })
    expect(sent).toMatchObject({ model: 2, store_id: 7, item_id: 31 })
  })

  test('[U-16] spaces around a path or a location are removed', () => {
    const typed = { ...slideValues(null), url: ' /explore ', latitude: ' 12.9 ', longitude: '  ', radius: ' 3 ' }
    expect(slideInput(typed, parents)).toMatchObject({ url: '/explore', latitude: '12.9', longitude: null, radius: 3 })
  })
})

const nowhere = { model: null, store: null, item: null, url: null } as unknown as Slide

test.each<[Partial<Slide>, string]>([
  [{}, 'Leads nowhere'],
  [{ model: 1, store: { id: 7, name: 'Corner Kitchen' } }, 'Leads to Corner Kitchen'],
  [{ model: 1 }, 'Leads to a deleted store'],
  [{ model: 2, item: { id: 31, name: 'Dosa' } }, 'Leads to Dosa'],
  [{ model: 2 }, 'Leads to a deleted item'],
  [{ model: 3, url: '/pages/offers' }, 'Leads to /pages/offers'],
])('[U-16] %o: %s', (slide, text) => {
  expect(targetText({ ...nowhere, ...slide })).toBe(text)
})
