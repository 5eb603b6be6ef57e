import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { findConcerns } from '../../promotion-concerns.ts'

/** Content that the lottery authority does not want promoted, next to the typed text. A notice, not a rule: a person knows what the words mean. */
export function PromotionWarning({ what, text }: { what: string; text: string }) {
  return (
    <div role="status" className="maybe stack">
      {findConcerns(text).map(({ says, words, why }) => (
        <div key={says} className="notice notice-aviso">
          <VerdictShape level="aviso" word={false} />
          <p>
            <strong>
              {what} {says}: «{words}».
            </strong>{' '}
            El Comunicado 003 de CONALOT {why}. Puedes guardarlo, pero conviene decirlo de otra forma.
          </p>
        </div>
      ))}
    </div>
  )
}
