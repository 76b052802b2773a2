import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { saveFile } from '#lib/save-file.ts'
import { isOffline, notify } from '#lib/toasts.ts'

/** Downloads the wallet statement: an HTML page that checks its own hash chain, or rows for a spreadsheet. */
export function Statements() {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: 'html' | 'csv') => call('get-wallet-statement', { format }),
    onSuccess: ({ file_name, media_type, content }) => saveFile(file_name, { content, mediaType: media_type }),
    onError: (error) =>
      notify(error instanceof ApiError && error.status > 0 ? errorText(error.code) : t('stateLoadFailedHint'), 'error'),
  })
  const files = [
    { format: 'html', name: t('walletStatementHtml') },
    { format: 'csv', name: t('walletStatementCsv') },
  ] as const
  return (
    <section aria-label={t('walletDownload')} className="mt-4 grid gap-2">
      <h2 className="title text-section">{t('walletDownload')}</h2>
      <div className="flex flex-wrap gap-2">
        {files.map(({ format, name }) => (
          <Button
            key={format}
            variant="outline"
            size="small"
            isBusy={isPending && variables === format}
            onClick={() => {
              if (!isOffline()) mutate(format)
            }}
          >
            <Download aria-hidden="true" className="size-4" />
            {name}
          </Button>
        ))}
      </div>
    </section>
  )
}
