import { addDays, after, dayInCaracas, type Instant, writeInstant } from '#platform/clock.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import { QUICKNET, roundFrom } from '../../chain.ts'
import type { PanelDraw, PanelPrize, PanelWinner } from '../../draw-contract.ts'
import { numberOf } from '../../follow-rule.ts'
import type { DrawRule } from '../../rule.ts'
import { drawnAgain, drawnAt, firstDay } from '../../rule-rules.ts'
import type { Step } from '../../steps.ts'
import { nextPrize, tellOutcome } from '../../tell-outcome.ts'

const HOUR = 3_600_000
/** What stands where a real draw has a hash: nobody takes it for one. */
const NO_HASH = 'ensayo'.padEnd(64, '-')
/** Both people of a rehearsal: the same one plays them in turn. */
export const PLAYED = ['Tú', 'La otra persona'] as const

/** A draw that never happened, of numbers that nobody bought: it lives in a screen, and nothing of it is kept. */
export interface Rehearsal {
  rule: DrawRule
  draw: PanelDraw
  /** Its own clock, which goes on when it is told to. */
  now: Instant
  /** Who of both is played now. */
  person: 0 | 1
}

/** Any number of so many, by the chance of this device. */
export type Chance = (below: number) => number

export function beginRehearsal(rule: DrawRule, titulo: string, now: Instant): Rehearsal {
  const closes = after(now, HOUR)
  const draw: PanelDraw = {
    ...{ etapa: 'vendiendo', titulo, ahora: writeInstant(now), regla_sha256: NO_HASH, ensayo: true },
    ...{ cierre: writeInstant(closes), cierra_con: null, revision: null, lista: null },
    sorteo_desde: writeInstant(after(closes, rule.espera_minutos * 60_000)),
    espera: false,
    aplazable: false,
    premios: rule.premios.map(({ titulo, por, reclamo_horas }, premio) => ({
      ...{ premio, titulo, por: por.tipo, reclamo_horas },
      ...{ espera: null, ganador: null, anteriores: [], no_vendido: false },
    })),
    ...{ propuesta: null, faro: null, pasos: [], pasos_sha256: NO_HASH, sigue: [] },
  }
  return { rule, draw, now, person: 0 }
}

/** What the clock would bring next, in words for the button that lets it come; null when it brings nothing. */
export function whatComes({ draw }: Rehearsal): string | null {
  if (draw.etapa === 'vendiendo') return 'Terminar la venta'
  if (draw.etapa === 'revisando') return 'Terminar la revisión'
  const due = nextPrize(draw.premios)?.espera
  if (due && draw.propuesta === null && !(due.tipo === 'loteria' && due.llego)) return 'Avanzar hasta el sorteo'
  return draw.premios.some(({ ganador }) => ganador?.estado === 'avisado' && !ganador.puede_vencer)
    ? 'Avanzar al fin del plazo'
    : null
}

/** Lets the next thing come that needs nobody. */
export function letItCome(rehearsal: Rehearsal, chance: Chance): Rehearsal {
  const { draw, rule } = rehearsal
  if (draw.etapa === 'vendiendo') {
    const now = Date.parse(draw.cierre ?? '') as Instant
    const hasta = writeInstant(after(now, rule.revision_horas * HOUR))
    return at(rehearsal, now, { etapa: 'revisando', revision: { hasta, esperan: 2 } })
  }
  if (draw.etapa === 'revisando') {
    const now = Date.parse(draw.revision?.hasta ?? '') as Instant
    const lista = { sha256: NO_HASH, cuenta: rule.numeros, raiz: null, congelada_en: writeInstant(now) }
    return waitForNext(at(rehearsal, now, { etapa: 'congelada', revision: null, lista }))
  }
  const prize = nextPrize(draw.premios)
  const due = prize?.espera
  if (!prize || !due) return letTimeRunOut(rehearsal)
  const now = Date.parse(due.en) as Instant
  if (due.tipo === 'loteria') {
    return change(at(rehearsal, now, {}), prize.premio, { espera: { ...due, llego: true } })
  }
  const taken = wonNumbers(draw)
  let place = chance(rule.numeros)
  while (taken.has(written(place, rule))) place = (place + 1) % rule.numeros
  const step: Step = { tipo: 'faro', premio: prize.premio, ronda: due.ronda, firma: '0'.repeat(96) }
  return win(at(rehearsal, now, {}), prize.premio, written(place, rule), step, 'sistema')
}

/**
 * Does what a call of the draw would, to the sample.
 * @param name of the call, as the server has it
 * @throws PanelFailure in the words of the server's refusals
 */
export function rehearse(rehearsal: Rehearsal, name: string, body: Record<string, unknown>, winner: number): Rehearsal {
  const { draw, person, now, rule } = rehearsal
  const prize = nextPrize(draw.premios)
  if (name.endsWith('/resultado') && prize) {
    const { tipo, enlace } = body as { tipo: 'loteria' | 'sin sorteo'; enlace: string }
    const propuesta: PanelDraw['propuesta'] = {
      ...{ id: person + 1, premio: prize.premio, tipo, dia: String(body['dia']), enlace, imagen: null },
      ...{ motivo: String(body['motivo'] ?? ''), escrita_por: PLAYED[person], escrita_en: writeInstant(now) },
      ...{ resultados: (body['resultados'] as string[] | undefined) ?? [], mia: true, fallos: 0 },
    }
    return at(rehearsal, now, { propuesta })
  }
  if (name.endsWith('/confirmar') && prize && draw.propuesta) return confirm(rehearsal, prize, body)
  if (name.endsWith('/rechazar')) return at(rehearsal, now, { propuesta: null })
  const held = draw.premios.find(({ ganador }) => ganador?.id === winner)
  if (!held?.ganador)
    throw new PanelFailure(409, { error: 'En el ensayo no hace falta', details: 'Sigue con el paso de arriba.' })
  const put = (changes: Partial<PanelWinner>) =>
    change(rehearsal, held.premio, { ganador: { ...(held.ganador as PanelWinner), ...changes } })
  if (name.startsWith('PUT')) return put(body as Partial<PanelWinner>)
  if (name.endsWith('/avisado')) return put(toldAt(now, held.reclamo_horas))
  if (name.endsWith('/reclamado')) return put({ estado: 'reclamado', deshacer: 'avisado', puede_vencer: false })
  if (name.endsWith('/entregado'))
    return put({ estado: 'entregado', entrega_dia: String(body['dia']), deshacer: 'reclamado' })
  if (name.endsWith('/deshacer'))
    return put({ estado: held.ganador.deshacer ?? 'avisado', deshacer: null, entrega_dia: null })
  const lost = { ...held.ganador, estado: 'vencido' as const, vencido_en: writeInstant(now) }
  const numbered = note(
    rehearsal,
    { tipo: 'vencido', premio: held.premio, en: writeInstant(now) },
    lost.numero,
    PLAYED[person],
    'vencido',
  )
  const en = drawnAgain(now)
  return change(at(numbered, now, { etapa: 'sorteando' }), held.premio, {
    ...{ ganador: null, anteriores: [...held.anteriores, lost] },
    espera: { tipo: 'faro', ronda: roundFrom(rule.faro, en), en: writeInstant(en), llego: false },
  })
}

/** The other of both people looks: what he did not type himself he does not see. */
export function playOther(rehearsal: Rehearsal): Rehearsal {
  const person = rehearsal.person === 0 ? 1 : 0
  return { ...rehearsal, person, draw: seenBy(rehearsal.draw, person) }
}

/** The draw as one of both sees it. */
export function seenBy(draw: PanelDraw, person: 0 | 1): PanelDraw {
  const { propuesta } = draw
  return propuesta ? { ...draw, propuesta: { ...propuesta, mia: propuesta.escrita_por === PLAYED[person] } } : draw
}

function confirm(rehearsal: Rehearsal, prize: PanelPrize, body: Record<string, unknown>): Rehearsal {
  const { draw, rule, now } = rehearsal
  const proposal = draw.propuesta as NonNullable<PanelDraw['propuesta']>
  const results = (body['resultados'] as string[] | undefined) ?? []
  const { tipo, premio, enlace } = proposal
  const dia = dayInCaracas(now)
  const manos: [string, string] = ['E. N. 1', 'E. N. 2']
  if (tipo === 'loteria' && JSON.stringify(results) !== JSON.stringify(proposal.resultados)) {
    throw new PanelFailure(409, {
      code: 'RESULTADO_DISTINTO',
      error: 'No coincide',
      details: 'Una de las dos personas se equivocó. Mira otra vez lo que salió.',
    })
  }
  const open = at(rehearsal, now, { propuesta: null })
  if (tipo === 'sin sorteo') {
    const step: Step = { tipo, premio, dia, motivo: proposal.motivo, enlace, manos }
    return nextDay(note(open, step, null, PLAYED.join(' y '), 'sin sorteo'), prize, 0)
  }
  const por = rule.premios[premio]?.por
  if (por?.tipo !== 'loteria') return open
  const step: Step = { tipo, premio, dia, resultados: results, enlace, manos }
  const number = numberOf(por, results, rule)
  const why = Number(number) >= rule.numeros ? 'no vendido' : wonNumbers(draw).has(number) ? 'ya ganó' : null
  if (why === null) return win(open, premio, number, step, PLAYED.join(' y '))
  return nextDay(note(open, step, number, PLAYED.join(' y '), why), prize, 1)
}

/** The same lottery of the day after, or the beacon once it had its draws. */
function nextDay(rehearsal: Rehearsal, { premio, espera }: PanelPrize, attempts: number): Rehearsal {
  if (espera?.tipo !== 'loteria') return rehearsal
  const intentos = espera.intentos + attempts
  const begun = at(rehearsal, rehearsal.now, { etapa: 'sorteando' })
  if (intentos >= espera.intentos_de) {
    const en = after(rehearsal.now, HOUR)
    const ronda = roundFrom(rehearsal.rule.faro, en)
    return change(begun, premio, { espera: { tipo: 'faro', ronda, en: writeInstant(en), llego: false } })
  }
  const dia = addDays(dayInCaracas(Date.parse(espera.en) as Instant), 1)
  const en = writeInstant(drawnAt(dia, espera.hora))
  return change(begun, premio, { espera: { ...espera, dia, en, intentos, llego: false } })
}

/** The next prize that nobody has waits for what decides it; without one the draw is over. */
function waitForNext(rehearsal: Rehearsal): Rehearsal {
  const { draw, rule, now } = rehearsal
  const prize = draw.premios.find(({ ganador }) => ganador === null)
  if (!prize) return at(rehearsal, now, { etapa: 'terminado' })
  const por = rule.premios[prize.premio]?.por
  const from = Math.max(now, Date.parse(draw.sorteo_desde ?? '')) as Instant
  if (por?.tipo !== 'loteria') {
    const espera = { tipo: 'faro' as const, ronda: roundFrom(QUICKNET, from), en: writeInstant(from), llego: false }
    return change(rehearsal, prize.premio, { espera })
  }
  const dia = firstDay(por, from)
  const [en, { hora, partes, intentos }] = [writeInstant(drawnAt(dia, por.hora)), por]
  return change(rehearsal, prize.premio, {
    espera: { tipo: 'loteria', dia, hora, en, llego: false, partes, intentos: 0, intentos_de: intentos },
  })
}

function win(
  rehearsal: Rehearsal,
  premio: number,
  numero: string,
  step: Step & { premio: number },
  who: string,
): Rehearsal {
  const { draw, now } = rehearsal
  const prize = draw.premios[premio] as PanelPrize
  const ganador: PanelWinner = {
    ...{ id: premio * 100 + prize.anteriores.length + 1, numero, codigo: 'ENSAYO', version: 1 },
    ...{ ganado_en: writeInstant(now), reclamado_en: null, entrega_dia: null, vencido_en: null, notas: '', fotos: [] },
    ...{ mostrar_nombre: false, mostrar_fotos: false, nombre_publico: 'Persona E.', aviso: 'enviado', deshacer: null },
    persona: {
      ...{ compra_id: 0, compra: 'de ensayo', nombre: 'Persona de Ensayo', cedula: 'V-00.000.000' },
      ...{ telefono: '04000000000', correo: 'ensayo@ejemplo.test' },
    },
    whatsapp: `ENSAYO: así le escribirás a quien gane con el ${numero}. Este mensaje no va a nadie.`,
    ...(toldAt(now, prize.reclamo_horas) as Pick<
      PanelWinner,
      'estado' | 'avisado_en' | 'reclama_hasta' | 'puede_vencer'
    >),
  }
  const won = change(note(rehearsal, step, numero, who, 'ganó'), premio, { ganador, espera: null })
  return waitForNext(at(won, now, { etapa: 'sorteando' }))
}

function toldAt(now: Instant, hours: number): Partial<PanelWinner> {
  const reclama_hasta = writeInstant(after(now, hours * HOUR))
  return { estado: 'avisado', avisado_en: writeInstant(now), reclama_hasta, puede_vencer: false }
}

function letTimeRunOut(rehearsal: Rehearsal): Rehearsal {
  const late = rehearsal.draw.premios.find(({ ganador }) => ganador?.estado === 'avisado')
  if (!late?.ganador?.reclama_hasta) return rehearsal
  const now = after(Date.parse(late.ganador.reclama_hasta) as Instant, 60_000)
  return change(at(rehearsal, now, {}), late.premio, { ganador: { ...late.ganador, puede_vencer: true } })
}

function note(
  rehearsal: Rehearsal,
  step: Step & { premio: number },
  numero: string | null,
  quien: string,
  porque: Parameters<typeof tellOutcome>[1]['porque'],
): Rehearsal {
  const { draw, now, rule } = rehearsal
  const told = {
    ...{ orden: draw.pasos.length, tipo: step.tipo, premio: step.premio, numero, en: writeInstant(now), quien },
    ...{
      texto: tellOutcome(rule, { step, numero, porque, en: now }),
      imagen: null,
      publicado: 'De un ensayo no se publica nada.',
    },
  }
  return at(rehearsal, now, { pasos: [...draw.pasos, told] })
}

function at(rehearsal: Rehearsal, now: Instant, changes: Partial<PanelDraw>): Rehearsal {
  return { ...rehearsal, now, draw: { ...rehearsal.draw, ...changes, ahora: writeInstant(now) } }
}

function change(rehearsal: Rehearsal, premio: number, changes: Partial<PanelPrize>): Rehearsal {
  const premios = rehearsal.draw.premios.map((prize) => (prize.premio === premio ? { ...prize, ...changes } : prize))
  return { ...rehearsal, draw: { ...rehearsal.draw, premios } }
}

function wonNumbers({ premios }: PanelDraw): Set<string> {
  return new Set(
    premios.flatMap(({ ganador, anteriores }) => [ganador, ...anteriores]).flatMap((one) => one?.numero ?? []),
  )
}

const written = (place: number, { cifras }: DrawRule) => String(place).padStart(cifras, '0')
