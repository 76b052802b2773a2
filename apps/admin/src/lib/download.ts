/** Makes the browser download a file without leaving the page. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads rows as a CSV file, whose byte order mark tells spreadsheets that the text is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  save(name, new Blob(['\ufeff', csv], { type: 'text/csv' }))
}

export function saveJson(name: string, data: unknown): void {
  save(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
}

function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  download(url, name)
  URL.revokeObjectURL(url)
}
