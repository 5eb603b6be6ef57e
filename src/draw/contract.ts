import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { parseDay } from '#platform/clock.ts'
import { typedText } from '#platform/typed-text.ts'
import { isWebLink } from '#platform/web-link.ts'
import { LARGEST } from '#platform/whole-number.ts'
import { line as lineOrNone, previousRaffle, type RaffleImage, raffleImage } from '#raffles/contract.ts'
import { isDayTime, isInstantText } from './read-json.ts'
import { LEAST_MINUTES, MOST_PRIZES, OBJECTION_MINUTES } from './rule-limits.ts'

const instant = (name: string) =>
  z
    .string(`${name}: falta`)
    .refine(isInstantText, `${name}: escribe la fecha y la hora de Caracas, 2026-12-20T20:00:00-04:00`)
const whole = (name: string, least: number, most: number) =>
  z
    .number(`${name}: falta`)
    .int(`${name}: sin decimales`)
    .min(least, `${name}: ${least} o más`)
    .max(most, `${name}: ${most} o menos`)
export const line = (name: string, most: number) =>
  typedText(`${name}: falta`)
    .trim()
    .min(1, `${name}: falta`)
    .max(most, `${name}: admite ${most} caracteres`)
    .regex(/^\P{Cc}*$/u, `${name}: en una sola línea`)
/** A line of the rule, whose every character is in its hash: no composed emoji either, which are not the same on every phone. */
const ruleLine = (name: string, most: number) =>
  line(name, most)
    .overwrite((text) => text.replace(/\p{Cf}/gu, ''))
    .regex(/^\P{C}*$/u, `${name}: tiene un signo que no se puede publicar`)

const limite = instant('limite').nullable()

/** When sales end. Instants are written in Caracas: `2026-12-20T20:00:00-04:00`. */
const close = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('instante'), en: instant('cierre') }),
  z.strictObject({ tipo: z.literal('porcentaje'), porcentaje: whole('porcentaje', 1, 100), limite }),
  z.strictObject({ tipo: z.literal('agotarse'), limite }),
])

/** How a picture of a prize, or of a permit, is named: SHA-256 of its largest JPEG. */
const pictureHash = z.string().regex(/^[\da-f]{64}$/, 'imagen: súbela de nuevo')

export const lotteryPart = z.strictObject({
  loteria: ruleLine('loteria', 60),
  toma: z.enum(['primeras', 'ultimas']),
  cifras: whole('cifras', 1, 8),
  al_reves: z.boolean(),
})

const prize = z.strictObject({
  titulo: ruleLine('premio', 200),
  por: z.discriminatedUnion('tipo', [
    z.strictObject({ tipo: z.literal('faro') }),
    /** The number is made of a lottery's results at that hour, part after part. */
    z.strictObject({
      tipo: z.literal('loteria'),
      hora: z.string('hora: falta').refine(isDayTime, 'hora: escribe la hora del sorteo, como 22:00'),
      partes: z.array(lotteryPart).min(1, 'partes: elige una lotería').max(8),
      /** Added to the drawn number, if the raffle counts from another number than the lottery; beyond the last it starts over. */
      suma: whole('suma', 0, 99_999_999),
      /** Draws that are looked at for a number that was sold, before the beacon decides among those that were. */
      intentos: whole('intentos', 1, 30),
      /** Public page of its results. A rule from before this field has none, nor the next. */
      pagina: typedText('pagina: falta').trim().max(500, 'pagina: admite 500 caracteres').optional(),
      /** For which a typed result is provisional: an owner may object before the winner is told. */
      objecion_minutos: whole('objecion_minutos', OBJECTION_MINUTES, 1440).optional(),
    }),
  ]),
  /** To claim it, from when the winner was told; then somebody else is drawn. */
  reclamo_horas: whole('reclamo_horas', 1, 2_160),
  /** Of its picture, which is the file that the page of the raffle opens; left out without one. */
  imagen: pictureHash.optional(),
})

/** The owner's choices in a rule; the raffle gives the rest. */
export const ruleFields = z.strictObject({
  cierre: close,
  /** After the close, in which waiting payments may still be decided: never none. The rest takes no part. */
  revision_horas: whole('revision_horas', 1, 168),
  /** From the close to the first draw that counts. */
  espera_minutos: whole('espera_minutos', LEAST_MINUTES, 90 * 1440),
  /** Whether nobody wins two prizes, and not only no number. */
  uno_por_persona: z.boolean('uno_por_persona: falta'),
  premios: z.array(prize).min(1, 'premios: falta uno').max(MOST_PRIZES, `premios: ${MOST_PRIZES} o menos`),
})
export type RuleFields = z.infer<typeof ruleFields>

const version = z.number('version: falta').int().min(0).max(LARGEST)

/** PUT /api/panel/rifas/{id}/regla: the rule, and the version that was seen, 0 for none; `publica`: it is published next, which is proven first. */
export const ruleSave = z.strictObject({ version, regla: ruleFields, publica: z.boolean().default(false) })
/** DELETE /api/panel/rifas/{id}/regla */
export const ruleRemoval = z.strictObject({ version })
/** POST /api/panel/rifas/{id}/aplazar: from the end of sales that was seen to a later one. */
export const postponement = z.strictObject({
  de: instant('de'),
  a: instant('a'),
  motivo: line('motivo', 500),
  codigo: freshCode,
})
export type Postponement = z.infer<typeof postponement>

/** POST /api/panel/rifas/{id}/fotos: a picture of a prize or of the permit, which is used where a rule or a permit names it. */
export const namedPicture = z.object({ sha256: pictureHash, imagen: raffleImage })
export type NamedPicture = z.infer<typeof namedPicture>

/** GET /api/panel/rifas/{id}/regla, and the answer of every change of it. */
export const panelRule = z.object({
  /** 0 while there is none. */
  version: z.number().int(),
  regla: ruleFields.nullable(),
  /** As it is published, and its SHA-256. */
  texto: z.string().nullable(),
  sha256: z.string().nullable(),
  /** Why it may not be changed any more, or null. */
  fija: z.string().nullable(),
  /** When sales end at the latest, as it is written in Caracas; null where only the numbers sold end them. */
  cierra_en: z.string().nullable(),
  /** With how many confirmed numbers they end; null where none do. */
  cierra_con: z.number().int().nullable(),
  /** The texts of the steps by which the end of sales, or the draw, was postponed. */
  aplazado: z.array(z.string()),
  /** The rule of the raffle that it was copied from, until it has one of its own. */
  modelo: ruleFields.nullable(),
  /** Number of people who may type a lottery's result, which takes two. */
  manos: z.number().int(),
  /** Every picture that was sent for the raffle's prizes or its permit, also those that are not used yet. */
  fotos: z.array(namedPicture),
})
export type PanelRule = z.infer<typeof panelRule>

/** GET /api/rifas/{id}/sorteo: everything by which anybody checks it (docs/draw.md). */
export const drawDocument = z.object({
  formato: z.literal('tombola-sorteo-1'),
  rifa: z.number().int(),
  /** The rule's text (rule.ts) and its SHA-256. */
  regla: z.string(),
  regla_sha256: z.string(),
  /** When sales ended; null while they go on. */
  cierre: z.string().nullable(),
  /** Of the frozen list; null before it is frozen. */
  lista_sha256: z.string().nullable(),
  lista_cuenta: z.number().int().nullable(),
  /** The texts of the steps (steps.ts), in order, and the SHA-256 of all of them, each ended by a line feed. */
  pasos: z.array(z.string()),
  pasos_sha256: z.string(),
  /** The line of the journal that froze the list, `rifa:5:123:hash`: with it anybody can check later whether the journal is still the same. */
  diario: z.string().nullable(),
  /** Winner of each prize; null if there is none. */
  premios: z.array(z.object({ numero: z.string(), codigo: z.string() }).nullable()),
})
export type DrawDocument = z.infer<typeof drawDocument>

/** A prize of a finished raffle, as everybody may see it. */
export const finishedPrize = z.object({
  titulo: z.string(),
  /** Null where its rule has none. */
  imagen: raffleImage.nullable(),
  /** Null where no number was left to win it. */
  numero: z.string().nullable(),
  /** Whether somebody had bought that number. */
  vendido: z.boolean(),
  /** First name and initial, where the winner allowed it; empty otherwise. */
  ganador: z.string(),
  /** Day of the delivery in Caracas, `2026-12-24`; null before it. */
  entrega: z.string().nullable(),
  /** Pictures of the delivery, where the winner allowed it. */
  fotos: z.array(raffleImage),
})
export type FinishedPrize = z.infer<typeof finishedPrize>

/** A raffle that is drawn, with all of its prizes. */
export const finishedRaffle = previousRaffle.extend({
  premios: z.array(finishedPrize),
  /** Where anybody does its draw again; null of one that was drawn by hand. */
  verificacion: z.string().nullable(),
})
export type FinishedRaffle = z.infer<typeof finishedRaffle>

/** GET /api/rifas/sorteos?pagina=2 */
export const finishedPage = z.object({
  rifas: z.array(finishedRaffle),
  pagina: z.number().int(),
  paginas: z.number().int(),
})
export type FinishedPage = z.infer<typeof finishedPage>

const link = (name: string) =>
  lineOrNone(name, 500).refine(
    (text) => text === '' || isWebLink(text),
    `${name}: pega la dirección completa, que empieza por https://`,
  )

const day = (name: string) =>
  lineOrNone(name, 10).refine((text) => text === '' || parseDay(text) !== null, `${name}: elige un día`)

/** Permit of a raffle, and the live broadcast of its draw; empty fields are not shown. */
export const papersFields = z
  .strictObject({
    permiso_numero: lineOrNone('permiso_numero', 80),
    permiso_emisor: lineOrNone('permiso_emisor', 120),
    permiso_desde: day('permiso_desde'),
    permiso_hasta: day('permiso_hasta'),
    permiso_enlace: link('permiso_enlace'),
    /** Null without one. */
    permiso_imagen: pictureHash.nullable(),
    en_vivo: link('en_vivo'),
  })
  .refine(({ permiso_desde, permiso_hasta }) => permiso_hasta === '' || permiso_hasta >= permiso_desde, {
    path: ['permiso_hasta'],
    message: 'permiso_hasta: no antes del primer día',
  })
export type PapersFields = z.infer<typeof papersFields>

export const NO_PAPERS: PapersFields = {
  ...{ permiso_numero: '', permiso_emisor: '', permiso_desde: '', permiso_hasta: '', permiso_enlace: '' },
  ...{ permiso_imagen: null, en_vivo: '' },
}

/** PUT /api/panel/rifas/{id}/papeles: the version that was seen, 0 for none. */
export const papersSave = z.strictObject({ version, papeles: papersFields })
/** GET /api/panel/rifas/{id}/papeles, and the answer of a change of them. */
export const panelPapers = z.object({
  version: z.number().int(),
  papeles: z.object(papersFields.shape),
  /** As those of the rule. */
  fotos: z.array(namedPicture),
})
export type PanelPapers = z.infer<typeof panelPapers>

/** As its visitors see them. */
export interface ShownPapers extends PapersFields {
  imagen: RaffleImage | null
}
