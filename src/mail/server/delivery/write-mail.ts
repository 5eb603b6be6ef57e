import { type ChangedWords, fillWords, type MailKind, paragraphs } from '../../mail-text.ts'
import { supportOf } from '../../support.ts'
import { composeMail, type MailBody, type MailContent } from './render.ts'

export type WordedMail = MailBody & { asunto: string }

export interface WrittenMail extends Pick<MailContent, 'numeros' | 'datos' | 'otro'> {
  /** Values for the braces; `sitio` and `soporte` are always there. */
  valores: Readonly<Record<string, string>>
  enlace: string
}

/** A mail of that kind in the operator's words, or in ours. They are always text: nothing of them is read as HTML. */
export function writeMail(
  kind: MailKind,
  changed: ChangedWords,
  site: { nombre: string; color: string; whatsapp: string },
  { valores, enlace, ...shown }: WrittenMail,
): WordedMail {
  const always = { sitio: site.nombre, soporte: supportOf(site) }
  const words = fillWords(changed.get(kind.clave) ?? kind.textos, { ...valores, ...always })
  return {
    asunto: words.asunto,
    ...composeMail({
      sitio: site.nombre,
      color: site.color,
      titulo: words.titulo,
      parrafos: paragraphs(words.cuerpo),
      ...shown,
      boton: { texto: kind.boton, enlace },
      pie: words.pie,
    }),
  }
}
