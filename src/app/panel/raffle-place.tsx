import { PapersPart } from '#draw/panel/papers/papers-part.tsx'
import { PublishRuled } from '#draw/panel/rule/publish-ruled.tsx'
import { RulePart } from '#draw/panel/rule/rule-part.tsx'
import { LettersPart } from '#letters/panel/letters-part.tsx'
import { RaffleScreen } from '#raffles/panel/editor/raffle-screen.tsx'
import { BooksPart } from '#reports/panel/books/books-part.tsx'
import { AutomaticPart } from '#review/panel/automatic/automatic-part.tsx'

/** One raffle, with the rule of its draw. */
export function RafflePlace({ id, owner: canEdit }: { id: number; owner: boolean }) {
  return (
    <RaffleScreen
      id={id}
      canEdit={canEdit}
      publish={(publishing) => <PublishRuled {...publishing} />}
      draw={
        <>
          <RulePart id={id} canEdit={canEdit} />
          <PapersPart id={id} canEdit={canEdit} />
          <AutomaticPart id={id} />
          <LettersPart id={id} canWrite={canEdit} />
          <BooksPart id={id} />
        </>
      }
    />
  )
}
