import { checkWords, type MailKind, type MailWords, type Placeholder } from '#mail/mail-text.ts'
import { PURCHASE_PLACEHOLDERS } from '#purchases/panel-contract.ts'
import type { LetterDraft } from './contract.ts'

/** Placeholders of a letter. A person with five purchases gets one, so none of them is named by its code. */
export const LETTER_PLACEHOLDERS: readonly Placeholder[] = [
  ...PURCHASE_PLACEHOLDERS.filter(({ nombre }) => nombre !== 'codigo'),
  { nombre: 'numeros', dice: 'Sus números confirmados', ejemplo: '0042, 0117' },
]

/** Text to everybody who bought when the end of sales was put off. @param motivo an owner's, which names nothing of a letter. */
export function postponedWords({ de, a, motivo }: { de: string; a: string; motivo: string }): MailWords {
  const why = motivo.replaceAll('{', '(').replaceAll('}', ')').replace(/\.$/, '')
  return {
    asunto: 'El sorteo de «{rifa}» se aplazó',
    titulo: 'El sorteo se aplazó',
    cuerpo: `Hola, {nombre}. Las ventas de «{rifa}» cerraban el ${de} Ahora cierran el ${a} El sorteo se mueve con ellas, como dice su regla.\n\nMotivo: ${why}.\n\nTus números: {numeros}. No cambian, y no tienes que hacer nada.`,
    pie: '',
  }
}

/** The words of a letter as the mails of the product know theirs. */
export function letterKind({ trata, textos }: Pick<LetterDraft, 'trata' | 'textos'>): MailKind {
  return {
    clave: 'carta',
    nombre: 'Comunicado a quienes compraron',
    cuando: '',
    marcadores: LETTER_PLACEHOLDERS,
    textos,
    boton: trata === 'compra' ? 'Ver mi compra' : 'Abrir la página',
  }
}

/** Faults in a letter's words, by field. */
export function checkLetter({ textos }: Pick<LetterDraft, 'textos'>): Partial<Record<keyof MailWords, string>> {
  return checkWords({ marcadores: LETTER_PLACEHOLDERS }, textos)
}
