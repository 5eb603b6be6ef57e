import { z } from 'zod'
import { bareMessage, problemsOf } from '#platform/bare-message.ts'
import { addDays, dayInCaracas, type Instant, parseDay } from '#platform/clock.ts'
import type { PanelRaffle } from '#raffles/panel-contract.ts'
import { QUICKNET } from '../../chain.ts'
import { lotteryPart, type RuleFields, ruleFields } from '../../contract.ts'
import { type LotteryPart, type Prize, RULE_FORMAT } from '../../rule.ts'
import { LEAST_MINUTES } from '../../rule-limits.ts'
import { checkRule } from '../../rule-rules.ts'

const partDraft = lotteryPart.extend({ loteria: z.string() })

const prizeDraft = z.object({
  /** Distinguishes it from one with the same words. */
  id: z.number(),
  titulo: z.string(),
  tipo: z.enum(['faro', 'loteria']),
  hora: z.string(),
  partes: z.array(partDraft),
  suma: z.string(),
  intentos: z.string(),
  /** Page of its lottery's results. */
  pagina: z.string(),
  reclamo_horas: z.string(),
  /** Hash of its picture, or empty. */
  imagen: z.string(),
})
export type PrizeDraft = z.infer<typeof prizeDraft>

/** An owner's entries of a rule, in the form's shape. */
export const ruleDraft = z.object({
  tipo: z.enum(['instante', 'porcentaje', 'agotarse']),
  /** Of the end of sales, or of their latest hour if the number of sold tickets ends them; empty for none. */
  dia: z.string(),
  hora: z.string(),
  porcentaje: z.string(),
  revision_horas: z.string(),
  /** From the close to the first draw; empty for as soon as may be. */
  espera_horas: z.string(),
  uno_por_persona: z.boolean(),
  premios: z.array(prizeDraft),
})
export type RuleDraft = z.infer<typeof ruleDraft>

/** Ties controls to fields of a draft. @param at name in the form of a field */
export function tieFields<Draft extends object>(props: {
  draft: Draft
  at?: (field: string) => string
  problem: (field: string) => string | undefined
  onChange: (part: Partial<Draft>) => void
}) {
  const { draft, at = (field) => field, problem, onChange } = props
  return <Name extends keyof Draft & string>(name: Name) => ({
    name: at(name),
    value: draft[name],
    problem: problem(at(name)),
    onText: (text: string) => onChange({ [name]: text } as Partial<Draft>),
  })
}

/** Whether two values of a draft are equal: a prize may have another id. */
export function sameDraft(one: unknown, other: unknown): boolean {
  const told = (value: unknown) => JSON.stringify(value, (name, part) => (name === 'id' ? undefined : part))
  return told(one) === told(other)
}

/** The raffle of a rule. */
export interface RuledRaffle {
  id: number
  titulo: string
  premio: string
  /** Day of the draw, or empty. */
  fecha: string
  total_numeros: number
  digitos: number
}

export function ruledOf({ id, total_numeros, campos }: PanelRaffle): RuledRaffle {
  const { titulo, premio, fecha, digitos } = campos
  return { id, titulo, premio, fecha, total_numeros, digitos }
}

let last = 0

/** A prize to begin with: by the beacon, with three days to claim it. */
export function newPrize(titulo = ''): PrizeDraft {
  last += 1
  return {
    ...{ id: last, titulo, tipo: 'faro', hora: '22:00', partes: [] },
    ...{ suma: '0', intentos: '1', pagina: '', reclamo_horas: '72', imagen: '' },
  }
}

const CLOSE_HOUR = '20:00'
const REVIEW_HOURS = 24

/** Nothing typed yet. */
const BLANK: RuleDraft = {
  ...{ tipo: 'instante', dia: '', hora: CLOSE_HOUR, porcentaje: '80', revision_horas: String(REVIEW_HOURS) },
  ...{ espera_horas: '', uno_por_persona: false, premios: [] },
}

/**
 * The rule that most need: by the beacon, the evening before the day that the raffle announces, or in two weeks.
 * @param model of the raffle that it was copied from, which is taken without its day.
 */
export function firstDraft(
  { titulo, premio, fecha }: RuledRaffle,
  now: Instant,
  model: RuleFields | null = null,
): RuleDraft {
  if (model) {
    const draft = draftOf(model)
    return { ...draft, dia: '', premios: draft.premios.map((prize) => ({ ...prize, imagen: '' })) }
  }
  const today = dayInCaracas(now)
  const announced = parseDay(fecha)
  const eve = announced && addDays(announced, -1)
  const dia = eve && eve > today ? eve : addDays(today, 14)
  return { ...BLANK, dia, premios: [newPrize(premio || titulo)] }
}

export function draftOf(rule: RuleFields | null): RuleDraft {
  if (!rule) return BLANK
  const { cierre, revision_horas, espera_minutos } = rule
  const end = cierre.tipo === 'instante' ? cierre.en : cierre.limite
  const soonest = espera_minutos === leastWait(revision_horas)
  return {
    tipo: cierre.tipo,
    dia: end?.slice(0, 10) ?? '',
    hora: end?.slice(11, 16) ?? CLOSE_HOUR,
    porcentaje: cierre.tipo === 'porcentaje' ? String(cierre.porcentaje) : BLANK.porcentaje,
    revision_horas: String(revision_horas),
    espera_horas: soonest ? '' : String(espera_minutos / 60).replace('.', ','),
    uno_por_persona: rule.uno_por_persona,
    premios: rule.premios.map(draftOfPrize),
  }
}

function draftOfPrize({ titulo, por, reclamo_horas, imagen = '' }: Prize): PrizeDraft {
  const prize = { ...newPrize(titulo), reclamo_horas: String(reclamo_horas), imagen }
  if (por.tipo === 'faro') return prize
  return {
    ...prize,
    tipo: 'loteria',
    hora: por.hora,
    suma: String(por.suma),
    intentos: String(por.intentos),
    pagina: por.pagina ?? '',
    partes: por.partes,
  }
}

/** Minutes from the close to the first draw, at least. */
export function leastWait(revision_horas: number): number {
  return revision_horas * 60 + LEAST_MINUTES
}

/**
 * The rule of a draft, and its problems by field: `dia`, `porcentaje`, `premios.0.titulo`, as the form names them.
 * A rule with problems is described as far as it can be read; null while that is not enough.
 */
export function readRuleDraft(
  draft: RuleDraft,
  raffle: Pick<RuledRaffle, 'id' | 'total_numeros' | 'digitos'>,
  now: Instant,
): { rule: RuleFields | null; problems: Record<string, string> } {
  const found = ruleFields.safeParse(typed(draft))
  const problems = problemsOf(found, (path) => fieldOf(path.join('.')))
  if (draft.tipo === 'instante' && draft.dia === '') problems['dia'] = 'Elige el día en que terminan las ventas.'
  if (!found.success) return { rule: null, problems }
  const rule = found.data
  const { total_numeros: numeros, digitos: cifras, id } = raffle
  const clashes = checkRule({ formato: RULE_FORMAT, rifa: id, numeros, cifras, faro: QUICKNET, ...rule }, now)
  for (const [field, message] of Object.entries(clashes)) problems[fieldOf(field)] ??= bareMessage(message)
  if (problems['espera_horas'] !== undefined) {
    problems['espera_horas'] =
      `Escribe ${leastWait(rule.revision_horas) / 60} o más: se sortea una hora después de la revisión.`
  }
  return { rule, problems }
}

/** How the form calls a field of the contract. */
export function fieldOf(name: string): string {
  if (/^cierre(\.(en|limite))?$/.test(name)) return 'dia'
  if (name === 'cierre.porcentaje') return 'porcentaje'
  if (name === 'espera_minutos') return 'espera_horas'
  return name.replace('.por.', '.')
}

function typed(draft: RuleDraft) {
  const { dia, hora } = draft
  const end = dia === '' ? null : `${dia}T${hora}:00-04:00`
  const revision_horas = whole(draft.revision_horas)
  return {
    cierre:
      draft.tipo === 'instante'
        ? { tipo: 'instante', en: end ?? undefined }
        : draft.tipo === 'porcentaje'
          ? { tipo: 'porcentaje', porcentaje: whole(draft.porcentaje), limite: end }
          : { tipo: 'agotarse', limite: end },
    revision_horas,
    espera_minutos: draft.espera_horas.trim() === '' ? leastWait(revision_horas ?? 0) : minutes(draft.espera_horas),
    uno_por_persona: draft.uno_por_persona,
    premios: draft.premios.map((prize) => ({
      titulo: prize.titulo,
      por:
        prize.tipo === 'faro'
          ? { tipo: 'faro' }
          : {
              tipo: 'loteria',
              hora: prize.hora,
              partes: prize.partes,
              suma: whole(prize.suma),
              intentos: whole(prize.intentos),
              pagina: prize.pagina,
            },
      reclamo_horas: whole(prize.reclamo_horas),
      imagen: prize.imagen || undefined,
    })),
  }
}

function whole(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

function minutes(hours: string): number | undefined {
  const text = hours.trim().replace(',', '.')
  return /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 60) : undefined
}

/** How many digits of a result a part takes, and from which end. @param most digits of that lottery. */
export function digitsText(count: number, toma: LotteryPart['toma'], most: number): string {
  if (count === most) return `Los ${count}`
  const end = toma === 'primeras' ? 'primero' : 'último'
  return count === 1 ? `El ${end}` : `Los ${count} ${end}s`
}
