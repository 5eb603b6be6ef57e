import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type Instant, after as later, writeInstant } from '#platform/clock.ts'
import type { Randomness } from '#platform/server/random.ts'
import { bigEndian, hashOf, toHex } from '../../bytes.ts'
import { type Chain, QUICKNET } from '../../chain.ts'
import { DOCUMENT_FORMAT, type DrawDocument, stepsText } from '../../document.ts'
import { type Due, type Frozen, followRule } from '../../follow-rule.ts'
import { headLine, inMemory, type Ticket, ticketLine } from '../../list.ts'
import { type DrawRule, type Lottery, RULE_FORMAT, ruleText } from '../../rule.ts'
import { type Hands, type Step, stepText } from '../../steps.ts'
import { sha256 } from '../sha256.ts'

const { shortSignatures } = bls12_381
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

/** A league of one, whose secret is known here: it signs like quicknet. */
export interface League {
  chain: Chain
  /** The signature of a round. */
  sign(round: number): string
}

export function sampleLeague(seed = 1): League {
  const { secretKey, publicKey } = shortSignatures.keygen(
    createHash('sha512').update(`faro ${seed}`).digest().subarray(0, 48),
  )
  const sign = (round: number) => {
    const message = createHash('sha256').update(bigEndian(round, 8)).digest()
    return toHex(
      shortSignatures.Signature.toBytes(shortSignatures.sign(shortSignatures.hash(message, DOMAIN), secretKey)),
    )
  }
  return { chain: { ...QUICKNET, cadena: 'ab'.repeat(32), clave_publica: toHex(publicKey.toBytes()) }, sign }
}

export const CLOSED = '2026-12-20T20:00:00-04:00'

/** A rule by the beacon, unless `changes` differ. */
export function sampleRule(chain: Chain, changes: Partial<DrawRule> = {}): DrawRule {
  return {
    formato: RULE_FORMAT,
    rifa: 7,
    numeros: 1_000,
    cifras: 3,
    cierre: { tipo: 'instante', en: CLOSED },
    revision_horas: 12,
    espera_minutos: 13 * 60,
    uno_por_persona: false,
    faro: chain,
    premios: [{ titulo: 'Moto', por: { tipo: 'faro' }, reclamo_horas: 72 }],
    ...changes,
  }
}

export function lottery(changes: Partial<Lottery> = {}): Lottery {
  const partes = [{ loteria: 'Triple Gana', toma: 'ultimas' as const, cifras: 3, al_reves: false }]
  return { tipo: 'loteria', hora: '22:00', partes, suma: 0, intentos: 2, ...changes }
}

const LETTERS = '23456789BCDFGHJKLMNPQRSTVWXZ'

/** So many confirmed numbers, each owner with two or three of them. */
export function sampleTickets(rule: DrawRule, count: number, random: Randomness): Ticket[] {
  const owners = Array.from({ length: Math.ceil(count / 2.5) }, () =>
    Array.from({ length: 12 }, () => LETTERS[random.below(LETTERS.length)]).join(''),
  )
  const numbers = new Set<number>()
  while (numbers.size < count) numbers.add(random.below(rule.numeros))
  return [...numbers]
    .sort((a, b) => a - b)
    .map((one) => ({
      numero: String(one).padStart(rule.cifras, '0'),
      codigo: owners[random.below(owners.length)] as string,
    }))
}

/** A draw as it is published. */
export interface Published {
  document: DrawDocument
  list: string
}

/** Freezes the list. */
export async function freeze(
  rule: DrawRule,
  tickets: readonly Ticket[],
  closed = CLOSED,
): Promise<{ frozen: Frozen; list: string; tickets: readonly Ticket[] }> {
  const regla = await hashOf(ruleText(rule), sha256)
  const list =
    headLine({ rifa: rule.rifa, regla, cierre: closed, cuenta: tickets.length }) + tickets.map(ticketLine).join('')
  const hash = await hashOf(list, sha256)
  return {
    frozen: { rule, closed: Date.parse(closed) as Instant, tickets: inMemory(tickets), list: hash },
    list,
    tickets,
  }
}

/** The lines of a list with a number and its owner: without the first line. */
export function linesOf(list: string): string[] {
  return list.split('\n').slice(1, -1)
}

/** Published form of those steps, with the winners that they give. */
export async function publish(
  frozen: Frozen,
  list: string,
  steps: readonly Step[],
  closed = CLOSED,
): Promise<Published> {
  const { standings } = await followRule(frozen, steps, sha256)
  const pasos = steps.map(stepText)
  const regla = ruleText(frozen.rule)
  return {
    list,
    document: {
      formato: DOCUMENT_FORMAT,
      rifa: frozen.rule.rifa,
      regla,
      regla_sha256: await hashOf(regla, sha256),
      cierre: closed,
      lista_sha256: frozen.list,
      lista_cuenta: frozen.tickets.count,
      pasos,
      pasos_sha256: await hashOf(stepsText(pasos), sha256),
      diario: null,
      premios: standings.map(({ ganador }) => ganador && { numero: ganador.numero, codigo: ganador.codigo }),
    },
  }
}

/** Draws all prizes: rounds by the league, lotteries by chance; now and then one is not held, and one winner does not claim. */
export async function drawAll(frozen: Frozen, league: League, random: Randomness): Promise<Step[]> {
  const steps: Step[] = []
  for (;;) {
    const { standings } = await followRule(frozen, steps, sha256)
    const premio = standings.findIndex(({ toca }) => toca)
    const due = standings[premio]?.falta
    if (!due) return steps
    steps.push(stepFor(frozen, premio, due, league, random))
    if (random.below(4) > 0) continue
    const { standings: after } = await followRule(frozen, steps, sha256)
    const expires = steps.length < 12 && after[premio]?.ganador
    // Some time after the claim had expired.
    const hours = 73 + random.below(400)
    if (expires) steps.push({ tipo: 'vencido', premio, en: writeInstant(later(due.en, hours * 3_600_000)) })
  }
}

function stepFor({ rule }: Frozen, premio: number, due: Due, { sign }: League, random: Randomness): Step {
  if (due.tipo === 'faro') return { tipo: 'faro', premio, ronda: due.ronda, firma: sign(due.ronda) }
  const enlace = 'https://loteria.ejemplo.test/resultados'
  const manos: Hands = ['M. R. (1)', 'J. P. (2)']
  if (random.below(5) === 0)
    return { tipo: 'sin sorteo', premio, dia: due.dia, motivo: 'Día feriado', enlace, manos, en: undefined }
  const por = rule.premios[premio]?.por
  const partes = por?.tipo === 'loteria' ? por.partes : []
  const resultados = partes.map(({ cifras }) => String(random.below(10 ** cifras)).padStart(cifras, '0'))
  return { tipo: 'loteria', premio, dia: due.dia, resultados, enlace, manos, en: undefined }
}
