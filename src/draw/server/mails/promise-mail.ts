import type { MailKind } from '#mail/mail-text.ts'
import { enqueueMail } from '#mail/server/enqueue-mail.ts'
import { supportOf } from '#mail/support.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { writeAbout } from '#purchases/server/mail/received-mail.ts'
import { checkOffer } from '#purchases/server/public-origin.ts'
import { listByIds, type Purchase } from '#purchases/server/store.ts'
import { hashOf } from '../../bytes.ts'
import { stepsText } from '../../document.ts'
import { ruleText } from '../../rule.ts'
import { stepText } from '../../steps.ts'
import type { Course } from '../course.ts'
import { sha256 } from '../sha256.ts'
import type { Led } from '../steps/lead-draw.ts'
import type { WinnerRow } from '../store-winners.ts'

/** Evidence by which a buyer checks a draw: after the mail with it, nobody can change it. */
interface DrawEvidence {
  /** The buyer's code in the list. */
  codigo: string
  /** Hashes of the rule, of the frozen list, and of the steps that there are. */
  regla: string
  lista: string
  pasos: string
}

/** Evidence for a mail, as far as the draw has come. @param codigo the buyer's, in the list. */
export async function evidenceOf({ frozen, steps }: Course, codigo: string): Promise<DrawEvidence> {
  return {
    codigo,
    regla: await hashOf(ruleText(frozen.rule), sha256),
    lista: frozen.list,
    pasos: await hashOf(stepsText(steps.map(stepText)), sha256),
  }
}

export function factsOf({ codigo, regla, lista, pasos }: DrawEvidence) {
  return [
    ['Tu código en la lista', codigo],
    ['Código de control de la regla', regla],
    ['Código de control de la lista', lista],
    ['Código de control de los pasos', pasos],
  ] as const
}

/** A mail about a draw. */
interface Told {
  kind: MailKind
  /** The same key again writes nothing. */
  clave: string
  numeros: string[]
  /** Values for its braces, beside those of the purchase and where one complains. */
  valores: Record<string, string>
  /** Null without a rule. */
  evidence: DrawEvidence | null
  /** It does not leave before. */
  from?: Instant
}

/** Writes a mail to a buyer, once for each key, with the evidence and a link that carries it; nothing without an address. */
export async function promiseMail(
  ctx: Ctx,
  { tx, raffle, now, words }: Led,
  purchase: Purchase,
  { kind, clave, numeros, valores, evidence, from = now }: Told,
): Promise<void> {
  const { id, correo, nombre } = purchase
  if (correo === '') return
  const reclamos = words.site.reclamos || `escribe ${supportOf(words.site)} de «${raffle.titulo}».`
  const mail = writeAbout(
    kind,
    { ...words, raffle, purchase },
    {
      valores: { reclamos, ...valores },
      numeros,
      datos: evidence ? factsOf(evidence) : [],
      ...(evidence && checkOffer(ctx, raffle.id, { numeros, ...evidence })),
    },
  )
  await enqueueMail(tx, {
    ...{ clave, para: correo, para_nombre: nombre, ...mail },
    ...{ compra_id: id, creado_en: now, enviar_desde: from },
  })
}

type Winner = Pick<WinnerRow, 'rifa_id' | 'orden' | 'premio' | 'numero' | 'codigo' | 'compra_id'>

/** Writes to a winner, of the prize that was won or lost. */
export async function writeToWinner(
  ctx: Ctx,
  led: Led,
  course: Course,
  { compra_id, premio, numero, codigo }: Winner,
  told: Pick<Told, 'kind' | 'clave' | 'valores' | 'from'>,
): Promise<void> {
  const [purchase] = await listByIds(led.tx, [compra_id])
  if (!purchase) throw new Error('a winner without his purchase')
  const titulo = course.frozen.rule.premios[premio]?.titulo ?? ''
  await promiseMail(ctx, led, purchase, {
    ...told,
    numeros: [numero],
    valores: { premio: titulo, numero, ...told.valores },
    evidence: await evidenceOf(course, codigo),
  })
}
