const NAMED =
  /(?:US|USD|REF)?\$\s?\d[\d.,]*|\d[\d.,]*\s?\$|\bUSDT?\s?\d[\d.,]*|\bUSDT?\b|€\s?\d[\d.,]*|\d[\d.,]*\s?€|[$€]|\bd[oó]lar(?:es)?\b|\beuros?\b|\bdivisas?\b/iu

const ENTITIES: Record<string, string> = { '&euro;': '€', '&dollar;': '$', '&nbsp;': ' ' }

/**
 * The words that promise a prize in foreign currency, such as `$200`, or null. The Comunicado 003 of CONALOT (December 2025) forbids it, so the panel
 * warns; a person decides whether it applies.
 * @param html tags are left out.
 */
export function findForeignCurrency(html: string): string | null {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(?:euro|dollar|nbsp);/g, (entity) => ENTITIES[entity] ?? ' ')
  return NAMED.exec(text)?.[0].trim().replace(/[.,]$/, '') ?? null
}
