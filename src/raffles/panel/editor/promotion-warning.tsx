import { VerdictShape } from '#platform/panel/parts/verdict.tsx'

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

/** Words for things that the Comunicado 003 of CONALOT (December 2025) does not want promoted. */
const NAMED: readonly { says: string; words: RegExp; why: string }[] = [
  {
    says: 'nombra moneda extranjera',
    words:
      /(?:US|USD|REF)?\$\s?\d[\d.,]*|\d[\d.,]*\s?\$|\bUSDT?\s?\d[\d.,]*|\bUSDT?\b|€\s?\d[\d.,]*|\d[\d.,]*\s?€|[$€]|\bd[oó]lar(?:es)?\b|\beuros?\b|\bdivisas?\b/iu,
    why: 'prohíbe promocionar premios en divisas',
  },
  {
    says: 'nombra cirugía estética',
    words:
      /\b(?:cirug[ií]as?|operaci(?:ón|on|ones)|implantes?)\s+(?:de\s+)?(?:est[eé]tic[ao]s?|pl[aá]stic[ao]s?|senos|gl[uú]teos|mamari[ao]s?|lolas)\b|\b(?:liposucci[oó]n|mamoplastia|rinoplastia|lipoescultura|b[oó]tox)\b/iu,
    why: 'prohíbe rifar cirugías estéticas',
  },
  {
    says: 'nombra a menores de edad',
    words:
      /(?<!mayores de (?:18|edad)[^.]{0,20})\b(?:niñ[oa]s?|menores(?: de edad)?|adolescentes?|infantil(?:es)?)\b/iu,
    why: 'prohíbe dirigirse a menores de edad',
  },
  {
    says: 'nombra alcohol',
    words:
      /\b(?:licor(?:es)?|whisk(?:y|ey)s?|ron|cervezas?|vodkas?|tequilas?|aguardiente|anís|vinos?|bebidas? alcoh[oó]licas?|cavas? llenas?)\b/iu,
    why: 'prohíbe incitar a beber alcohol',
  },
]

const ENTITIES: Record<string, string> = { '&euro;': '€', '&dollar;': '$', '&nbsp;': ' ' }

/** The possible problems of a text, and its words; a person knows what they mean. @param html tags are left out. */
export function findConcerns(html: string) {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(?:euro|dollar|nbsp);/g, (entity) => ENTITIES[entity] ?? ' ')
  return NAMED.flatMap(({ says, words, why }) => {
    const found = words.exec(text)?.[0]
    return found === undefined ? [] : [{ says, words: found.trim().replace(/[.,]$/, ''), why }]
  })
}
