import { MAX_REVIEW_PHOTOS } from '@nukkad/rules/rating.ts'
import { Camera, CircleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { PhotoRefused, uploadPhoto } from './upload-photo.ts'

/** A chosen photo; its `path` is null until the server has it. */
export type ChosenPhoto = { preview: string; path: string | null }

type PhotosBlockProps = {
  orderId: number
  photos: ChosenPhoto[]
  onChange: (change: (photos: ChosenPhoto[]) => ChosenPhoto[]) => void
}

/** Lets a customer add up to three photos to a review. Each photo is uploaded when the customer chooses it. */
export function PhotosBlock({ orderId, photos, onChange }: PhotosBlockProps) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const leaving = useRef<AbortController>(null)
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  const remove = (preview: string) => {
    URL.revokeObjectURL(preview)
    onChange((all) => all.filter((photo) => photo.preview !== preview))
  }
  const add = async (file: File) => {
    const preview = URL.createObjectURL(file)
    onChange((all) => [...all, { preview, path: null }])
    try {
      const path = await uploadPhoto(orderId, file, leaving.current!.signal)
      onChange((all) => all.map((photo) => (photo.preview === preview ? { preview, path } : photo)))
    } catch (error) {
      remove(preview)
      setProblem(error instanceof PhotoRefused ? error.message : t('ratePhotoFailed'))
    }
  }
  const choose = (files: FileList | null) => {
    setProblem('')
    for (const file of [...(files ?? [])].slice(0, MAX_REVIEW_PHOTOS - photos.length)) void add(file)
    if (input.current) input.current.value = ''
  }
  return (
    <section aria-label={t('ratePhotos')} className="rounded-card bg-surface p-4 hairline">
      <h2 className="text-heading">{t('ratePhotos')}</h2>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {photos.map(({ preview, path }, index) => (
          <div key={preview} className="relative" aria-busy={path === null}>
            <img
              src={preview}
              alt=""
              className={`size-22 rounded-control bg-sunken object-cover ${path === null ? 'animate-pulse opacity-50' : ''}`}
            />
            <button
              type="button"
              aria-label={t('ratePhotoRemove', { number: index + 1 })}
              onClick={() => remove(preview)}
              className="press reach absolute end-1 top-1 grid size-7 place-items-center rounded-full bg-raised text-ink hairline"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </div>
        ))}
        {photos.length < MAX_REVIEW_PHOTOS ? (
          <label className="press relative grid min-h-22 min-w-22 cursor-pointer place-content-center justify-items-center gap-1 rounded-control bg-sunken p-1 text-center text-micro text-ink-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring">
            <Camera aria-hidden="true" className="size-5" />
            {t('ratePhotoAdd')}
            <input
              ref={input}
              type="file"
              accept="image/*"
              multiple
              onChange={(event) => choose(event.currentTarget.files)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>
        ) : null}
      </div>
      <p role="status" className={problem ? 'mt-2.5 flex items-center gap-2 text-small text-error' : undefined}>
        {problem ? <CircleAlert aria-hidden="true" className="size-4 shrink-0" /> : null}
        {problem}
      </p>
    </section>
  )
}
