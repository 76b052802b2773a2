type MessagePreviewProps = { title: string; message: string; image: string }

/** Shows the message as it appears on a phone's lock screen. */
export function MessagePreview({ title, message, image }: MessagePreviewProps) {
  return (
    <section aria-label="The message as a phone shows it" className="self-start">
      <div className="mx-auto w-72 rounded-[2.5rem] bg-ink p-2.5 shadow-2">
        <div className="ground-hero grid min-h-120 content-start gap-6 rounded-[2rem] px-3 pt-14 pb-6">
          <p aria-hidden="true" className="num text-center text-display">
            9:41
          </p>
          <div className="rounded-control bg-raised p-3 text-ink shadow-2">
            <p className="flex items-center gap-2 text-micro text-ink-2">
              <img
                src="/assets/img/favicons/favicon-96x96.png"
                alt=""
                width="16"
                height="16"
                className="rounded-badge"
              />
              now
            </p>
            <p dir="auto" className="mt-1 text-label break-words">
              {title || 'Title'}
            </p>
            <p dir="auto" className="line-clamp-4 text-small break-words">
              {message || 'Your message'}
            </p>
            {image ? <img src={image} alt="" className="mt-2 aspect-[2/1] w-full rounded-badge object-cover" /> : null}
          </div>
        </div>
      </div>
    </section>
  )
}
