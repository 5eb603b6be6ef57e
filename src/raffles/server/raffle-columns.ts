import type { IOptions } from 'sanitize-html'
import { refusal, refuseFields } from '#platform/errors.ts'
import { parseMoney, parseRate } from '#platform/money.ts'
import { checkRaffle } from '../raffle-draft.ts'
import type { RaffleFields } from '../raffle-fields.ts'
import { FIELD_NAMES } from '../raffle-fields.ts'
import type { Raffle } from './store.ts'

const ALLOWED: IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener nofollow', target: '_blank' } }),
  },
}

/** Yes or no is 1 or 0 in the row. */
const FLAGS = ['registro_unico', 'acepta_cercanos'] as const

/** An operator's choices about a raffle, from its row. */
export function fieldsOf(raffle: Raffle): RaffleFields {
  const kept = Object.fromEntries(FIELD_NAMES.map((name) => [name, raffle[name]]))
  const flags = Object.fromEntries(FLAGS.map((name) => [name, raffle[name] === 1]))
  return { ...kept, ...flags } as RaffleFields
}

/** The fields as columns: money and rate in their one form, the description without active content. */
export async function columnsOf(fields: RaffleFields): Promise<Pick<Raffle, keyof RaffleFields>> {
  const precio = parseMoney(fields.precio)
  const tasa_usd = fields.tasa_usd === null ? null : parseRate(fields.tasa_usd)
  if (precio === null || (fields.tasa_usd !== null && tasa_usd === null)) {
    throw refusal('DATOS_INVALIDOS', { details: 'precio o tasa_usd no se puede leer.' })
  }
  return {
    ...fields,
    precio,
    tasa_usd,
    descripcion: await sanitiseDescription(fields.descripcion),
    registro_unico: fields.registro_unico ? 1 : 0,
    acepta_cercanos: fields.acepta_cercanos ? 1 : 0,
  }
}

/** @throws AppError 422 DATOS_INVALIDOS with `campos` */
export function refuseContradictions(fields: RaffleFields): void {
  refuseFields(checkRaffle(fields))
}

/** The operator's description as the short list of HTML that the page shows; line breaks of plain text become `<br>`. Its parsers come with the first one. */
export async function sanitiseDescription(text: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  const plain = !/<(p|br|ul|ol|li|h3|h4)\b/i.test(text)
  return sanitizeHtml(plain ? text.trim().replace(/\r\n?|\n/g, '<br>') : text, ALLOWED)
}
