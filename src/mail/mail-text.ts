import { z } from 'zod'
import { typedText } from '#platform/typed-text.ts'

/** Words of a mail that an operator may change. They are plain text: paragraphs are separated by an empty line, and nothing is HTML. */
export const mailWords = z.strictObject({
  asunto: typedText('Escribe el asunto.').trim().min(1, 'Escribe el asunto.').max(120, '120 caracteres como máximo.'),
  titulo: typedText('Escribe el título.').trim().min(1, 'Escribe el título.').max(120, '120 caracteres como máximo.'),
  cuerpo: typedText('Escribe el texto.').trim().min(1, 'Escribe el texto.').max(3_000, '3.000 caracteres como máximo.'),
  pie: typedText('Escribe el pie.').trim().max(600, '600 caracteres como máximo.'),
})
export type MailWords = z.infer<typeof mailWords>

/** A word between braces that each mail fills in: `{nombre}`. */
const placeholder = z.object({
  nombre: z.string(),
  /** Its value, for the operator. */
  dice: z.string(),
  /** Its value in the preview. */
  ejemplo: z.string(),
  /** The body cannot go without it: a rejection needs its reason. */
  obligatorio: z.boolean().optional(),
})
export type Placeholder = z.infer<typeof placeholder>

/** A mail of the product whose words an operator may change: its purpose, its placeholders, and our own words. */
export interface MailKind {
  clave: string
  nombre: string
  /** When it leaves. */
  cuando: string
  marcadores: readonly Placeholder[]
  textos: MailWords
  /** The button that it carries, whose words cannot be changed. */
  boton: string
  /** Further sample data of the preview: the numbers and the facts in such a mail. */
  muestra?: { numeros?: readonly string[]; datos?: readonly (readonly [label: string, value: string])[] }
}

/** Words of the mails by kind, those that an operator changed only. */
export type ChangedWords = ReadonlyMap<string, MailWords>

const PLACEHOLDER = /\{([^{}\n]{0,40})\}/g

/** Problems of changed words for that kind, by field. */
export function checkWords(
  kind: Pick<MailKind, 'marcadores'>,
  words: MailWords,
): Partial<Record<keyof MailWords, string>> {
  const problems: Partial<Record<keyof MailWords, string>> = {}
  const known = kind.marcadores.map(({ nombre }) => nombre)
  for (const field of ['asunto', 'titulo', 'cuerpo', 'pie'] as const) {
    const unknown = [...words[field].matchAll(PLACEHOLDER)].find(([, name = '']) => !known.includes(name))
    if (unknown) problems[field] = `«${unknown[0]}» no existe en este correo.`
  }
  const missing = kind.marcadores.find(
    ({ nombre, obligatorio }) => obligatorio && !words.cuerpo.includes(`{${nombre}}`),
  )
  if (missing) problems.cuerpo ??= `Falta {${missing.nombre}}: quien lo recibe tiene que leerlo.`
  return problems
}

/** Fills the braces in, once: a buyer's text is never read for braces again. An unknown name stays as it is. */
export function fillWords(words: MailWords, values: Readonly<Record<string, string>>): MailWords {
  const fill = (text: string) =>
    text.replace(PLACEHOLDER, (braces, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : braces))
  return { asunto: fill(words.asunto), titulo: fill(words.titulo), cuerpo: fill(words.cuerpo), pie: fill(words.pie) }
}

/** The body as paragraphs; line breaks inside of one are kept. */
export function paragraphs(body: string): string[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

/** A kind as the panel edits it. */
export const panelMailText = z.object({
  clave: z.string(),
  nombre: z.string(),
  cuando: z.string(),
  marcadores: z.array(placeholder),
  /** Those that are in use. */
  actual: mailWords,
  /** 0 for our own words; grows with every change. */
  version: z.number().int(),
  cambiado_por: z.string(),
})
export type PanelMailText = z.infer<typeof panelMailText>
