import { dropKept, keep, readKept } from '#platform/panel/kept.ts'
import type { MailWords, PanelMailText } from '../mail-text.ts'

/** Words of a mail that were typed and not saved, with the version that they began from. */
export interface KeptWords {
  version: number
  words: MailWords
}

const WHERE = 'localStorage'

function nameOf(clave: string): string {
  return `panel-correo:${clave}`
}

export function keepWords(clave: string, kept: KeptWords): void {
  keep(WHERE, nameOf(clave), kept)
}

export function dropWords(clave: string): void {
  dropKept(WHERE, nameOf(clave))
}

/** What this browser keeps for that mail; null when that is nothing, or what is saved by now. */
export function readKeptWords(text: PanelMailText): KeptWords | null {
  const kept = readKept(WHERE, nameOf(text.clave)) as Partial<KeptWords> | null
  const words = kept?.words as Partial<Record<string, unknown>> | undefined
  if (!kept || !words || !Number.isSafeInteger(kept.version)) return null
  const { asunto, titulo, cuerpo, pie } = words
  for (const each of [asunto, titulo, cuerpo, pie]) if (typeof each !== 'string') return null
  const typed = { asunto, titulo, cuerpo, pie } as MailWords
  const saved = (Object.keys(typed) as (keyof MailWords)[]).every((field) => typed[field] === text.actual[field])
  return saved ? null : { version: kept.version as number, words: typed }
}
