import { useMutation } from '@tanstack/react-query'
import { ApiError } from './api.ts'

type FileImport<Preview, About, Answer> = {
  preview: (file: File) => Promise<Preview>
  /** Runs when a file is chosen, before its preview. */
  onFile: (file: File) => void
  apply: (about: About) => Promise<Answer>
  onDone: (answer: Answer, about: About) => Promise<void>
}

/**
 * Previews a chosen file and imports it. Choosing another file clears the preview and the refusal of the previous file.
 */
export function useFileImport<Preview, About, Answer>(calls: FileImport<Preview, About, Answer>) {
  const preview = useMutation({ mutationFn: calls.preview, onMutate: calls.onFile })
  const apply = useMutation({
    mutationFn: calls.apply,
    onSuccess: async (answer, about) => {
      await calls.onDone(answer, about)
      preview.reset()
    },
  })
  const refusal = preview.error ?? apply.error
  return {
    preview: preview.data,
    isReading: preview.isPending,
    isApplying: apply.isPending,
    /** The reason why the server refused the file or the import. */
    problem: refusal ? (refusal instanceof ApiError && refusal.fields.file) || refusal.message : undefined,
    read: (file: File) => {
      apply.reset()
      preview.mutate(file)
    },
    apply: apply.mutate,
  }
}
