import { REVIEW_MAXIMUM } from '@nukkad/rules/text.ts'
import { TextArea } from '@nukkad/ui/components/field.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { StarsInput } from '@nukkad/ui/components/stars-input.tsx'
import { t, tn } from '#lib/catalogue.ts'
import { isRecord } from '#lib/storage.ts'

export type Opinion = { stars: number; tags: string[]; comment: string }

export const noOpinion: Opinion = { stars: 0, tags: [], comment: '' }

/** Returns whether a restored draft has the form of a rating: stars, phrases and a comment. */
export function isOpinion(value: unknown): value is Opinion {
  return (
    isRecord(value) && typeof value.stars === 'number' && Array.isArray(value.tags) && typeof value.comment === 'string'
  )
}

export type RatingBlockProps = {
  title: string
  /** Phrases that can be added with one tap: praise from four stars on, otherwise complaints. */
  praise: string[]
  blame: string[]
  opinion: Opinion
  onChange: (opinion: Opinion) => void
}

/** Asks for stars first. Phrases and the comment field appear after the person has chosen stars. */
export function RatingBlock({ title, praise, blame, opinion, onChange }: RatingBlockProps) {
  const { stars, tags, comment } = opinion
  const names = [
    tn('a11yStars', 1),
    tn('a11yStars', 2),
    tn('a11yStars', 3),
    tn('a11yStars', 4),
    tn('a11yStars', 5),
  ] as const
  const rate = (next: number) => {
    const keepsTags = isGood(next) === isGood(stars)
    onChange({ ...opinion, stars: next, tags: keepsTags ? tags : [] })
  }
  const toggle = (tag: string) =>
    onChange({ ...opinion, tags: tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag] })
  return (
    <section aria-label={title} className="rounded-card bg-surface p-4 hairline">
      <h2 className="title text-center text-section">{title}</h2>
      <div className="mt-3">
        <StarsInput label={title} value={stars} names={names} word={starsText(stars)} onChange={rate} />
      </div>
      {stars > 0 ? (
        <>
          <div className="mt-3 flex flex-wrap justify-center gap-2">
            {(isGood(stars) ? praise : blame).map((tag) => (
              <Chip key={tag} isOn={tags.includes(tag)} onClick={() => toggle(tag)}>
                {tag}
              </Chip>
            ))}
          </div>
          <div className="mt-4">
            <TextArea
              label={t('rarReviewBoxTextPlaceHolderText')}
              maxLength={REVIEW_MAXIMUM - 100}
              value={comment}
              onChange={(event) => onChange({ ...opinion, comment: event.currentTarget.value })}
            />
          </div>
        </>
      ) : null}
    </section>
  )
}

/** Returns the phrases and the comment as one review, or null if both are empty. */
export function reviewText({ tags, comment }: Opinion): string | null {
  return [tags.join(', '), comment.trim()].filter(Boolean).join('. ') || null
}

function isGood(stars: number): boolean {
  return stars >= 4
}

function starsText(stars: number): string | undefined {
  const texts = [t('rateWordOne'), t('rateWordTwo'), t('rateWordThree'), t('rateWordFour'), t('rateWordFive')]
  return texts[stars - 1]
}
