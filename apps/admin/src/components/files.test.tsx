import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { person, press } from '#test/app.tsx'
import { watchDownloads } from '#test/dom.ts'
import { recorded } from '#test/recorded.ts'
import { answer, callsOf, cut, hold, refuse } from '#test/server.ts'
import { FileButton } from './file-button.tsx'
import { PictureField } from './picture-field.tsx'
import { FileDrop, ImportedCard, PreviewCard } from './table-file.tsx'

const png = new File(['x'], 'front.png', { type: 'image/png' })
const csv = new File(['name'], 'menu.csv', { type: 'text/csv' })

describe('a button for a file', () => {
  test('[U-11] gives the file, also the same one a second time', async () => {
    const files: string[] = []
    render(
      <FileButton label="Upload the logo" onFile={({ name }) => files.push(name)}>
        Upload
      </FileButton>,
    )
    const input = screen.getByLabelText<HTMLInputElement>('Upload the logo')
    await person.upload(input, png)
    await person.upload(input, png)
    expect(files).toEqual(['front.png', 'front.png'])
    fireEvent.change(input, { target: { files: [] } })
    expect(files).toHaveLength(2)
  })

  test('[U-11] takes only pictures unless it is said otherwise, and nothing while it is busy', () => {
    render(
      <FileButton label="Upload the logo" isBusy onFile={() => {}}>
        Upload
      </FileButton>,
    )
    const input = screen.getByLabelText<HTMLInputElement>('Upload the logo')
    expect(input.accept).toBe('image/jpeg,image/png,image/webp')
    expect(input.disabled).toBe(true)
  })
})

describe('a field for a picture', () => {
  function Field({ first = '', isOptional = false, error }: { first?: string; isOptional?: boolean; error?: string }) {
    const [path, setPath] = useState(first)
    return (
      <>
        <PictureField
          label="Picture"
          use="slide"
          value={path}
          onChange={setPath}
          isOptional={isOptional}
          error={error}
        />
        <output>{path || 'none'}</output>
      </>
    )
  }
  const value = () => screen.getByRole('status').textContent
  const upload = (file = png) => person.upload(screen.getByLabelText('Picture'), file)

  test('[U-16] is uploaded as soon as it is chosen, and shown', async () => {
    answer('dashboard/pictures/upload', recorded('dashboard/pictures/upload', { path: '/pictures/new.webp' }))
    const release = hold('dashboard/pictures/upload')
    render(<Field />)
    await upload()
    expect(value()).toBe('none')
    release()
    await expect.poll(value).toBe('/pictures/new.webp')
    expect(screen.getByAltText('Picture, as it will be shown').getAttribute('src')).toBe('/pictures/new.webp')
    screen.getByRole('button', { name: 'Replace image' })
    expect(callsOf('dashboard/pictures/upload')).toMatchObject([
      { input: { use: 'slide' }, file: { name: 'front.png' } },
    ])
  })

  test('[U-16] above 5 MB is not sent', async () => {
    render(<Field />)
    await upload(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }))
    expect(screen.getByRole('alert').textContent).toBe('A picture can be up to 5 MB.')
    expect(callsOf('dashboard/pictures/upload')).toEqual([])
  })

  test('[U-16] a picture of exactly 5 MB is sent', async () => {
    answer('dashboard/pictures/upload', recorded('dashboard/pictures/upload'))
    render(<Field />)
    await upload(new File([new Uint8Array(5 * 1024 * 1024)], 'big.png', { type: 'image/png' }))
    await expect.poll(() => callsOf('dashboard/pictures/upload')).toHaveLength(1)
  })

  test('[U-16] an upload that fails keeps the picture that was there, and another attempt clears the reason', async () => {
    cut('dashboard/pictures/upload')
    render(<Field first="/pictures/old.webp" />)
    await upload()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is no connection, so nothing was changed. Please try again.',
    )
    expect(value()).toBe('/pictures/old.webp')
    answer('dashboard/pictures/upload', recorded('dashboard/pictures/upload', { path: '/pictures/new.webp' }))
    await upload()
    await expect.poll(value).toBe('/pictures/new.webp')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('[U-16] a picture that the server refuses says its reason instead of the error of the form', async () => {
    refuse('dashboard/pictures/upload', 'TOO_MANY_REQUESTS')
    render(<Field error="Please choose a picture" />)
    expect(screen.getByRole('alert').textContent).toBe('Please choose a picture')
    await upload()
    await expect.poll(() => screen.getByRole('alert').textContent).not.toBe('Please choose a picture')
  })

  test('[U-16] can be taken away only where it is optional', async () => {
    const { unmount } = render(<Field first="/pictures/old.webp" />)
    expect(screen.queryByRole('button', { name: 'No picture' })).toBeNull()
    unmount()
    render(<Field first="/pictures/old.webp" isOptional />)
    await press(screen, 'No picture')
    expect(value()).toBe('none')
    expect(screen.queryByRole('button', { name: 'No picture' })).toBeNull()
  })
})

describe('a table from a file', () => {
  test('[U-11] is dropped or chosen', async () => {
    const files: string[] = []
    render(<FileDrop isBusy={false} onFile={({ name }) => files.push(name)} />)
    const area = screen.getByRole('region', { name: 'Upload' })
    fireEvent.dragOver(area)
    fireEvent.drop(area, { dataTransfer: { files: [csv] } })
    fireEvent.drop(area, { dataTransfer: { files: [] } })
    await person.upload(screen.getByLabelText('Choose a CSV file'), csv)
    expect(files).toEqual(['menu.csv', 'menu.csv'])
  })

  test('[U-11] says that it is read, and takes no other file meanwhile', () => {
    render(<FileDrop isBusy onFile={() => {}} />)
    screen.getByText('Reading …')
    expect(screen.getByLabelText<HTMLInputElement>('Choose a CSV file').disabled).toBe(true)
  })

  type Row = { row: number; does: 'add' | 'change' | 'nothing'; name: string; price: string }
  const rows: Row[] = [
    { row: 2, does: 'add', name: 'Idli', price: '50' },
    { row: 3, does: 'change', name: 'Dosa', price: '90' },
    { row: 4, does: 'nothing', name: 'Vada', price: '40' },
  ]
  const some = { rows: 3, to_add: 1, to_change: 1, unchanged: 1, errors: [], errors_count: 0, sample: rows }

  function drawPreview(change: Partial<typeof some> & { errors?: { row: number; column: string; message: string }[] }) {
    const applied: number[] = []
    render(
      <PreviewCard<Row>
        preview={{ ...some, ...change }}
        changeText={({ price }) => `Price ${price}`}
        columns={[{ label: 'Price', isNumber: true, cell: ({ price }) => price }]}
        note="New categories: Sweets."
        isBusy={false}
        onApply={() => applied.push(1)}
      />,
    )
    return applied
  }

  test('[U-11] shows what each row will do, and is imported by one press', async () => {
    const applied = drawPreview({})
    expect(screen.getByRole('status').textContent).toBe(
      '3 rows: 1 to add, 1 to change, 1 unchanged. New categories: Sweets.',
    )
    const [, ...shown] = screen.getAllByRole('row')
    expect(
      shown.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['2', 'Idli', '50', 'Will be added'],
      ['3', 'Dosa', '90', 'Price 90'],
      ['4', 'Vada', '40', 'No change'],
    ])
    await press(screen, 'Import 2 rows')
    expect(applied).toEqual([1])
  })

  test('[U-11] with one row speaks of one row', () => {
    drawPreview({ rows: 1, to_add: 1, to_change: 0, unchanged: 0, sample: rows.slice(0, 1) })
    expect(screen.getByRole('status').textContent).toMatch(/^1 row: /)
    screen.getByRole('button', { name: 'Import 1 row' })
  })

  test('[U-11] with many errors lists the first 200 and gives all of them as a file', async () => {
    const { files } = watchDownloads()
    const errors = Array.from({ length: 250 }, (_, index) => ({ row: index + 2, column: 'price', message: 'Wrong' }))
    drawPreview({ errors, errors_count: 250 } as never)
    const alert = within(screen.getByRole('alert'))
    alert.getByText('250 errors were found. Nothing was changed. Only the first 200 errors are listed.')
    expect(alert.getAllByRole('row')).toHaveLength(201)
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
    await press(alert, 'All errors as CSV')
    const lines = (await files[0]!.text()).trim().split(/\r?\n/)
    expect(lines).toHaveLength(251)
    expect(lines.at(-1)).toBe('251,price,Wrong')
  })

  test('[U-11] with more errors than the server lists says that the file is not whole', () => {
    const errors = Array.from({ length: 201 }, (_, index) => ({ row: index + 2, column: 'price', message: 'Wrong' }))
    drawPreview({ errors, errors_count: 900 } as never)
    screen.getByRole('button', { name: 'The first 201 errors as CSV' })
  })

  test('[U-11] a file that was imported takes the focus and can be undone', async () => {
    const undone: number[] = []
    render(
      <ImportedCard isBusy={false} onUndo={() => undone.push(1)}>
        2 items were added.
      </ImportedCard>,
    )
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Imported' }))
    await press(screen, 'Undo (within ten minutes)')
    expect(undone).toEqual([1])
  })
})
