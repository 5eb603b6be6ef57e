import { type Chain, QUICKNET, readChain } from './chain.ts'
import type { RuleFields } from './contract.ts'
import { field, isDayTime, isHex, isInstantText, isWhole, type Shape } from './read-json.ts'
import { LEAST_MINUTES, MOST_PRIZES, OBJECTION_MINUTES } from './rule-limits.ts'

/**
 * The rule of a raffle's draw, by which the winners are found, fixed before the first ticket is sold (docs/draw.md). It is published as text, and
 * everybody refers to the hash of that text.
 */
export interface DrawRule extends RuleFields {
  formato: 'tombola-regla-1'
  rifa: number
  /** How many numbers it has, from zero, and with how many digits they are written. */
  numeros: number
  cifras: number
  /** How often the close and the draw may be put off, and by how many days together; a rule from before that was promised has none. */
  aplazar?: { veces: number; dias: number } | undefined
  faro: Chain
}

export type Close = RuleFields['cierre']
export type Prize = RuleFields['premios'][number]
export type Lottery = Extract<Prize['por'], { tipo: 'loteria' }>
export type LotteryPart = Lottery['partes'][number]

export const RULE_FORMAT = 'tombola-regla-1'
/** How often the draw by a new rule may be put off. */
const POSTPONING = { veces: 3, dias: 60 }

/** The rule of a raffle, as it is kept and as its owner reads it before: the owner's choices, and the values of every new rule. */
export function wholeRule(
  { id, total_numeros, digitos }: { id: number; total_numeros: number; digitos: number },
  decided: RuleFields,
): DrawRule {
  return {
    ...decided,
    formato: RULE_FORMAT,
    rifa: id,
    numeros: total_numeros,
    cifras: digitos,
    aplazar: POSTPONING,
    faro: QUICKNET,
    premios: decided.premios.map(({ por, ...prize }) => ({
      ...prize,
      por: por.tipo === 'faro' ? por : { ...por, objecion_minutos: por.objecion_minutos ?? OBJECTION_MINUTES },
    })),
  }
}

/** The text of a rule, the same for the same rule. */
export function ruleText(rule: DrawRule): string {
  return JSON.stringify(ordered(rule))
}

/** @returns the rule of a text, or null when it is not one, or is not written as `ruleText` writes it. */
export function readRule(text: string): DrawRule | null {
  try {
    const rule = ordered(JSON.parse(text) as DrawRule)
    return JSON.stringify(rule) === text ? rule : null
  } catch {
    return null
  }
}

/** The rule with its fields in their order and nothing else. @throws Error if it is no rule. */
function ordered(given: DrawRule): DrawRule {
  const rule: DrawRule = {
    formato: field(given.formato, (value) => value === RULE_FORMAT),
    rifa: field(given.rifa, isWhole(1, 2 ** 31)),
    numeros: field(given.numeros, isWhole(1, 10_000_000)),
    cifras: field(given.cifras, isWhole(2, 8)),
    cierre: orderedClose(given.cierre),
    revision_horas: field(given.revision_horas, isWhole(0, 168)),
    espera_minutos: field(given.espera_minutos, isWhole(LEAST_MINUTES, 90 * 1440)),
    uno_por_persona: field(given.uno_por_persona, (value) => typeof value === 'boolean'),
    aplazar: given.aplazar && {
      veces: field(given.aplazar.veces, isWhole(0, 99)),
      dias: field(given.aplazar.dias, isWhole(0, 999)),
    },
    faro: readChain(given.faro),
    premios: field(given.premios, (value) => Array.isArray(value)).map(orderedPrize),
  }
  const many = rule.premios.length >= 1 && rule.premios.length <= MOST_PRIZES
  const fits = rule.numeros <= 10 ** rule.cifras
  const waits = rule.espera_minutos >= rule.revision_horas * 60 + LEAST_MINUTES
  const drawn = rule.premios.every(({ por }) => por.tipo === 'faro' || digitsOf(por) === rule.cifras)
  if (!many || !fits || !waits || !drawn) throw new Error('no rule')
  return rule
}

/** How many digits the parts of a lottery make. */
export function digitsOf({ partes }: Lottery): number {
  return partes.reduce((sum, { cifras }) => sum + cifras, 0)
}

/** The scheme and host at the beginning of a link, letter by letter; null if it is no such link. */
export function hostOf(link: string): string | null {
  return /^https:\/\/[a-z\d.-]+(?=[/?#]|$)/.exec(link)?.[0] ?? null
}

function orderedClose(given: Close): Close {
  const limit = (value: string | null) => field(value, (one) => one === null || isInstantText(one))
  switch (given.tipo) {
    case 'instante':
      return { tipo: 'instante', en: field(given.en, isInstantText) }
    case 'porcentaje': {
      const porcentaje = field(given.porcentaje, isWhole(1, 100))
      return { tipo: 'porcentaje', porcentaje, limite: limit(given.limite) }
    }
    case 'agotarse':
      return { tipo: 'agotarse', limite: limit(given.limite) }
    default:
      throw new Error('no close')
  }
}

function orderedPrize(given: Prize): Prize {
  const titulo = field(given.titulo, isLine(200))
  const reclamo_horas = field(given.reclamo_horas, isWhole(1, 2_160))
  // A missing field is not written: a rule from before prizes had pictures is the same text.
  const imagen = given.imagen === undefined ? undefined : field(given.imagen, isHex(32))
  if (given.por.tipo === 'faro') return { titulo, por: { tipo: 'faro' }, reclamo_horas, imagen }
  const { hora, partes, suma, intentos, pagina, objecion_minutos } = given.por
  const por: Lottery = {
    tipo: field(given.por.tipo, (value) => value === 'loteria'),
    hora: field(hora, isDayTime),
    partes: field(partes, (value) => Array.isArray(value)).map((part) => ({
      loteria: field(part.loteria, isLine(60)),
      toma: field(part.toma, (value) => value === 'primeras' || value === 'ultimas'),
      cifras: field(part.cifras, isWhole(1, 8)),
      al_reves: field(part.al_reves, (value) => typeof value === 'boolean'),
    })),
    suma: field(suma, isWhole(0, 99_999_999)),
    intentos: field(intentos, isWhole(1, 30)),
    ...(pagina === undefined
      ? {}
      : {
          pagina: field(pagina, (value) => isLine(500)(value) && hostOf(pagina) !== null),
          objecion_minutos: field(objecion_minutos as number, isWhole(OBJECTION_MINUTES, 1440)),
        }),
  }
  return { titulo, por, reclamo_horas, imagen }
}

/** Signs that break a line, and those that turn or hide text: a rule reads as it is. */
const HIDDEN = /\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

const isLine =
  (most: number): Shape =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most && !HIDDEN.test(value)
