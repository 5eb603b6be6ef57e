import type { MailWords } from '#mail/mail-text.ts'
import type { MailContent } from '#mail/server/delivery/render.ts'
import { composeMail } from '#mail/server/delivery/render.ts'
import { writeMail } from '#mail/server/delivery/write-mail.ts'
import type { FreshCopy } from '#mail/server/letters.ts'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import { firstName } from '#purchases/server/mail/received-mail.ts'
import { purchaseLink } from '#purchases/server/public-origin.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { LetterDraft } from '../contract.ts'
import { letterKind } from '../letter-words.ts'
import { optoutLink, SAMPLE_FICHA } from './people.ts'
import type { Letter } from './store.ts'

/** Data that a letter is written with, as they were when it was started. */
interface Frozen {
  site: Pick<SiteSettings, 'nombre' | 'color' | 'whatsapp'>
  rifa: string
}

export function freeze({ nombre, color, whatsapp }: SiteSettings, raffle: Raffle): Frozen {
  return { site: { nombre, color, whatsapp }, rifa: raffle.titulo }
}

/** More are named by how many they are. */
const NAMED = 40

/** Recipient of a copy. */
interface Reader {
  nombre: string
  boletos: number
  numeros: readonly string[]
  /** Where its button leads. */
  enlace: string
  ficha: string
}

interface Words extends Pick<LetterDraft, 'trata'> {
  textos: MailWords
}

/** A copy of a letter: its words, and below them why it comes and, where it is not about a purchase, how to have no more. */
export function writeCopy(
  ctx: Ctx,
  { trata, textos }: Words,
  { site, rifa }: Frozen,
  reader: Reader,
): Omit<FreshCopy, 'para_nombre'> {
  const { nombre, boletos, numeros, enlace, ficha } = reader
  const more = numeros.length - NAMED
  const named = numeros.slice(0, NAMED).join(', ') + (more > 0 ? ` y ${more} más` : '')
  const kind = letterKind({ trata, textos })
  const { asunto, contenido } = writeMail(kind, new Map(), site, {
    valores: {
      nombre: firstName(nombre),
      rifa,
      boletos: String(boletos),
      numeros: named || 'los tienes cuando confirmemos tu pago',
    },
    enlace,
  })
  const why = `Te escribimos porque compraste boletos de «${rifa}».`
  const content: MailContent = {
    ...contenido,
    pie: [contenido.pie, why].filter((line) => line !== '').join('\n'),
    ...(trata === 'novedad' && { baja: optoutLink(ctx, ficha) }),
  }
  const { texto } = composeMail(content)
  return { asunto, texto, contenido: content }
}

/** A copy for a person, of their current purchases. @param purchases from the oldest, at least one. @param numbers of those that are confirmed. */
export function copyFor(
  ctx: Ctx,
  letter: Letter,
  purchases: readonly Purchase[],
  numbers: ReadonlyMap<number, readonly string[]>,
  ficha: string,
): FreshCopy {
  const newest = purchases.at(-1) as Purchase
  const words = { trata: letter.trata, textos: JSON.parse(letter.textos) as MailWords }
  return {
    para_nombre: newest.nombre,
    ...writeCopy(ctx, words, JSON.parse(letter.marca) as Frozen, {
      nombre: newest.nombre,
      boletos: purchases.reduce((sum, { cantidad_tickets }) => sum + cantidad_tickets, 0),
      numeros: purchases.flatMap(({ reserva_id }) => numbers.get(reserva_id) ?? []),
      enlace: letter.trata === 'compra' ? purchaseLink(ctx, newest.secreto) : publicOrigin(ctx),
      ficha,
    }),
  }
}

/** A copy with sample data: for previews and tests. */
export function sampleCopy(ctx: Ctx, draft: Words, frozen: Frozen, nombre: string): Omit<FreshCopy, 'para_nombre'> {
  const enlace = draft.trata === 'compra' ? `${publicOrigin(ctx)}/mi-compra` : publicOrigin(ctx)
  const sample = { nombre, boletos: 2, numeros: ['0042', '0117'], enlace, ficha: SAMPLE_FICHA }
  return writeCopy(ctx, draft, frozen, sample)
}
