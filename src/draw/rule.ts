import { type Chain, QUICKNET, readChain } from './chain.ts'
import type { RuleFields } from './contract.ts'
import {
  flag,
  isDayTime,
  isHex,
  isInstantText,
  kinds,
  list,
  oneOf,
  or,
  record,
  type Shape,
  that,
  whole,
} from './read-json.ts'
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
    const rule = ordered(JSON.parse(text))
    return JSON.stringify(rule) === text ? rule : null
  } catch {
    return null
  }
}

/** How many digits the parts of a lottery make. */
export function digitsOf({ partes }: Lottery): number {
  return partes.reduce((sum, { cifras }) => sum + cifras, 0)
}

/** The scheme and host at the beginning of a link, letter by letter; null if it is no such link. */
export function hostOf(link: string): string | null {
  return /^https:\/\/[a-z\d.-]+(?=[/?#]|$)/.exec(link)?.[0] ?? null
}

/** Signs that break a line, and those that turn or hide text: a rule reads as it is. */
const HIDDEN = /\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u

const isLine =
  (most: number): Shape =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most && !HIDDEN.test(value)

const line = (most: number) => that<string>(isLine(most))
const site = that<string>((value) => isLine(500)(value) && hostOf(value as string) !== null)
const instant = that<string>(isInstantText)
const limite = or(null, instant)

const fields = record<DrawRule>({
  formato: oneOf(RULE_FORMAT),
  rifa: whole(1, 2 ** 31),
  numeros: whole(1, 10_000_000),
  cifras: whole(2, 8),
  cierre: kinds<Close>({
    instante: { en: instant },
    porcentaje: { porcentaje: whole(1, 100), limite },
    agotarse: { limite },
  }),
  revision_horas: whole(0, 168),
  espera_minutos: whole(LEAST_MINUTES, 90 * 1440),
  uno_por_persona: flag,
  aplazar: or(undefined, record({ veces: whole(0, 99), dias: whole(0, 999) })),
  faro: readChain,
  premios: list(
    record<Prize>({
      titulo: line(200),
      por: kinds<Prize['por']>({
        faro: {},
        loteria: {
          hora: that(isDayTime),
          partes: list(
            record<LotteryPart>({
              loteria: line(60),
              toma: oneOf('primeras', 'ultimas'),
              cifras: whole(1, 8),
              al_reves: flag,
            }),
          ),
          suma: whole(0, 99_999_999),
          intentos: whole(1, 30),
          pagina: or(undefined, site),
          objecion_minutos: or(undefined, whole(OBJECTION_MINUTES, 1440)),
        },
      }),
      reclamo_horas: whole(1, 2_160),
      imagen: or(undefined, that<string>(isHex(32))),
    }),
  ),
})

/** The rule with its fields in their order and nothing else. @throws Error if it is no rule. */
function ordered(given: unknown): DrawRule {
  const rule = fields(given)
  const many = rule.premios.length >= 1 && rule.premios.length <= MOST_PRIZES
  const fits = rule.numeros <= 10 ** rule.cifras
  const waits = rule.espera_minutos >= rule.revision_horas * 60 + LEAST_MINUTES
  // With the page of its results a lottery has a time for objections, and without it none.
  const isDrawn = (por: Lottery) =>
    digitsOf(por) === rule.cifras && (por.pagina === undefined) === (por.objecion_minutos === undefined)
  const drawn = rule.premios.every(({ por }) => por.tipo === 'faro' || isDrawn(por))
  if (!many || !fits || !waits || !drawn) throw new Error('no rule')
  return rule
}
