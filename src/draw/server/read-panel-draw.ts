import type { Operator } from '#access/contract.ts'
import { countJudges } from '#operators/server/store.ts'
import { after, type Instant, writeInstant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { freezesAt } from '#raffles/server/settled.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { hashOf } from '../bytes.ts'
import { stepsText } from '../document.ts'
import type { DrawPicture, DrawStage, PanelDraw, PanelDue, PanelPrize } from '../draw-contract.ts'
import type { Due, Outcome } from '../follow-rule.ts'
import type { DrawRule } from '../rule.ts'
import { firstInstant, latestClose } from '../steps.ts'
import { nextPrize, tellOutcome } from '../tell-outcome.ts'
import { type Course, hasBegun, readCourse, stepOf, waitsSince } from './course.ts'
import { sha256 } from './sha256.ts'
import { LATE } from './steps/fetch-round.ts'
import { findBuyer, findList, findRule, listStepRows, ruleOf, type StepRow } from './store.ts'
import { findOpenProposal, listConfirmed, listPictures, type ProposalRow } from './store-winners.ts'
import { describeWinners, winnerText, written } from './winners/describe-winner.ts'

/**
 * The draw of a raffle, for its leader.
 * @param typed for a raffle without a rule: shows the buyer of this number, in place of the winning one.
 * @throws AppError 404
 */
export async function readPanelDraw(
  ctx: Ctx,
  id: number,
  { id: reader }: Pick<Operator, 'id'>,
  typed?: string,
): Promise<PanelDraw> {
  const sql = ctx.db.read
  const now = ctx.clock.now()
  const [raffle, row, list, site, manos] = await Promise.all([
    findRaffle(sql, id),
    findRule(sql, id),
    findList(sql, id),
    readSite(ctx),
    countJudges(sql),
  ])
  if (!raffle) throw notFound('Esta rifa no existe')
  const { titulo, estado } = raffle
  const told = { titulo, estado, manos }
  if (!row) return { ...told, ...WITHOUT_RULE, a_mano: await readByHand(ctx, raffle, site.nombre, typed) }
  const rule = ruleOf(row)
  const rows = await listStepRows(sql, id)
  const course = list ? await readCourse(ctx, id) : null
  const from = course?.from ?? beforeFreeze(rule, raffle, rows)
  const winners = await describeWinners(sql, id, { rule, rifa: raffle.titulo, sitio: site.nombre, now })
  const premios = rule.premios.map((prize, premio): PanelPrize => {
    const standing = course?.standings[premio]
    const those = winners.get(premio) ?? []
    return {
      premio,
      titulo: prize.titulo,
      por: prize.por.tipo,
      espera: standing?.falta ? describeDue(rule, premio, standing.falta, standing.intentos, now) : null,
      provisional_hasta: (standing?.provisional ?? 0) > now ? written(standing?.provisional ?? null) : null,
      ganador: those.find(({ estado }) => estado !== 'vencido') ?? null,
      anteriores: those.filter(({ estado }) => estado === 'vencido'),
      no_vendido: standing?.desierto ?? false,
    }
  })
  const [pictures, proposal, confirmed] = await Promise.all([
    listPictures(sql, id),
    findOpenProposal(sql, id),
    listConfirmed(sql, id),
  ])
  const etapa = stageOf(raffle, course)
  const hasta = freezesAt(raffle)
  return {
    ...told,
    etapa,
    a_mano: null,
    regla_sha256: row.sha256,
    espera: raffle.restaurada_en !== null,
    cierre: written(raffle.cerrada_en ?? raffle.cierra_en),
    cierra_con: raffle.cierra_con,
    revision:
      etapa === 'revisando' && hasta !== null
        ? { hasta: writeInstant(hasta), esperan: await countUndecided(ctx, id) }
        : null,
    lista: list ? { sha256: list.sha256, cuenta: list.cuenta, congelada_en: writeInstant(list.congelada_en) } : null,
    sorteo_desde: written(from),
    aplazable: course !== null && !hasBegun(course) && from !== null && now < from,
    premios,
    propuesta: proposal ? describeProposal(proposal, reader, pictures) : null,
    faro: await describeBeacon(ctx, id, premios, rows, now),
    pasos: describeSteps(rule, rows, course, confirmed, pictures, premios),
    pasos_sha256: await hashOf(stepsText(rows.map(({ texto }) => texto)), sha256),
  }
}

async function readByHand(ctx: Ctx, raffle: Raffle, sitio: string, typed?: string): Promise<PanelDraw['a_mano']> {
  const { id, digitos, numero_ganador: numero, titulo: rifa } = raffle
  const buyer = await findBuyer(ctx.db.read, id, typed ?? numero)
  const compra = buyer ? winnerOf(buyer) : null
  function winnerOf({ id, codigo, nombre, telefono }: Purchase) {
    const premio = raffle.premio || rifa
    const whatsapp = winnerText({ nombre, numero: typed ?? numero, premio, rifa, sitio, hasta: null, horas: null })
    return { id, codigo, nombre, telefono, whatsapp }
  }
  return { digitos, esperan: await countUndecided(ctx, id), numero, compra }
}

const WITHOUT_RULE = {
  etapa: 'sin_regla' as const,
  regla_sha256: null,
  espera: false,
  cierre: null,
  cierra_con: null,
  revision: null,
  lista: null,
  sorteo_desde: null,
  aplazable: false,
  premios: [],
  propuesta: null,
  faro: null,
  pasos: [],
  pasos_sha256: '',
}

/** The first instant as known before the list: a draw is postponed only afterwards. */
function beforeFreeze(rule: DrawRule, raffle: Raffle, rows: readonly StepRow[]): Instant | null {
  const closed = raffle.cerrada_en ?? latestClose(rule, rows.map(stepOf))
  return closed === null ? null : firstInstant(rule, closed)
}

function stageOf({ estado }: Raffle, course: Course | null): DrawStage {
  if (!course) return estado === 'cerrada' ? 'revisando' : 'vendiendo'
  if (course.standings.every(({ ganador, desierto }) => ganador !== null || desierto)) return 'terminado'
  return hasBegun(course) ? 'sorteando' : 'congelada'
}

function describeDue(rule: DrawRule, premio: number, due: Due, intentos: number, now: Instant): PanelDue {
  const [en, llego] = [writeInstant(due.en), now >= due.en]
  if (due.tipo === 'faro') return { tipo: 'faro', ronda: due.ronda, en, llego }
  const por = rule.premios[premio]?.por
  if (por?.tipo !== 'loteria') throw new Error('a prize by the beacon waits for a lottery')
  const { partes, intentos: intentos_de, pagina = '' } = por
  return { tipo: 'loteria', dia: due.dia, hora: due.hora, en, llego, partes, intentos, intentos_de, pagina }
}

async function countUndecided(ctx: Ctx, id: number): Promise<number> {
  const { apartados, en_revision, por_corregir } = await ticketsOfRaffle.countOpen(ctx.db.read, id)
  return apartados + en_revision + por_corregir
}

function describeProposal(
  proposal: ProposalRow,
  reader: number,
  pictures: ReadonlyMap<number, DrawPicture>,
): PanelDraw['propuesta'] {
  const mia = proposal.escrita_por_id === reader
  return {
    id: proposal.id,
    premio: proposal.premio,
    tipo: proposal.tipo,
    motivo: proposal.motivo,
    enlace: proposal.enlace,
    imagen: pictures.get(proposal.imagen_id ?? 0) ?? null,
    escrita_por: proposal.escrita_por,
    escrita_en: writeInstant(proposal.escrita_en),
    resultados: mia ? (JSON.parse(proposal.resultados) as string[]) : null,
    mia,
    fallos: proposal.fallos,
  }
}

async function describeBeacon(
  ctx: Ctx,
  id: number,
  premios: readonly PanelPrize[],
  rows: readonly StepRow[],
  now: Instant,
): Promise<PanelDraw['faro']> {
  const prize = nextPrize(premios)
  if (prize?.espera?.tipo !== 'faro') return null
  const { ronda, en } = prize.espera
  const looked = await ctx.db.read.selectFrom('draw_beacons').selectAll().where('rifa_id', '=', id).executeTakeFirst()
  const mine = looked?.ronda === ronda ? looked : undefined
  const came = Date.parse(en) as Instant
  const late = after(waitsSince({ rows }, came), LATE)
  return {
    estado: now < came ? 'espera' : now < late ? 'buscando' : 'tarde',
    a_mano_desde: writeInstant(late),
    problema: mine?.problema ?? '',
    reles: ctx.config.beaconRelays.map((relay) => new URL(relay).host),
  }
}

function describeSteps(
  rule: DrawRule,
  rows: readonly StepRow[],
  course: Course | null,
  confirmed: readonly ProposalRow[],
  pictures: ReadonlyMap<number, DrawPicture>,
  premios: readonly PanelPrize[],
): PanelDraw['pasos'] {
  const proposals = new Map(confirmed.map((one) => [one.orden, one]))
  return rows.map((row, at) => {
    const step = stepOf(row)
    const outcome: Outcome = course?.outcomes[at] ?? {
      step,
      numero: null,
      porque: 'aplazado',
      anulado: false,
      en: row.en,
    }
    const image = proposals.get(row.orden)?.imagen_id
    return {
      orden: row.orden,
      texto: tellOutcome(rule, outcome),
      anulado: outcome.anulado,
      corregible:
        !outcome.anulado &&
        (step.tipo === 'loteria' || step.tipo === 'sin sorteo') &&
        step.en !== undefined &&
        premios[step.premio]?.ganador?.estado !== 'entregado',
      en: writeInstant(row.en),
      quien: row.actor,
      imagen: pictures.get(image ?? 0) ?? null,
      publicado: row.texto,
    }
  })
}
