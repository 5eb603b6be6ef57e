import { SYSTEM } from '#journal/actor.ts'
import { alertOwners, footOfNews } from '#operators/server/account/alert-owners.ts'
import { after, formatInstant, type Instant } from '#platform/clock.ts'
import { isRefusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutsideError, readOutside } from '#platform/server/http/read-outside.ts'
import { apart } from '#platform/server/log.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import type { Chain } from '../../chain.ts'
import type { Due } from '../../follow-rule.ts'
import { readCourse, waitsSince } from '../course.ts'
import { readRound } from '../known-rounds.ts'
import { MOST_PAUSE } from '../schema.ts'
import { sha256 } from '../sha256.ts'
import { takeRound } from './take-round.ts'

/** Milliseconds for one relay, its body too. A round is a few hundred bytes. */
const PATIENCE = 3_000
const LARGEST = 16 * 1024
/** From the first attempt to the second, doubled each time up to a minute. */
const PAUSE = 2_000
/** A round counts as late after this time, for the draw's leaders; its owners get a mail somewhat later. */
export const LATE = 5 * 60_000
const ALERT = 10 * 60_000

/** A round that a prize waits for, and that has come. */
interface Wanted {
  rifa: number
  premio: number
  due: Due & { tipo: 'faro' }
  chain: Chain
  /** When it was its turn and the round had come. */
  since: Instant
}

/** Fetches every due round from the relays, and draws by it. @param ended gives up the current requests. */
export async function fetchRounds(
  ctx: Ctx,
  ended: AbortSignal = new AbortController().signal,
  patience = PATIENCE,
): Promise<void> {
  if (!(await ctx.time.sure())) return
  const open = await ctx.db.read
    .selectFrom('raffles')
    .select('id')
    .where('congelada_en', 'is not', null)
    .where('estado', '=', 'cerrada')
    .where('restaurada_en', 'is', null)
    .execute()
  for (const { id } of open) {
    if (ended.aborted) return
    await apart(ctx, id, 'fetching a round failed', async () => {
      for (const wanted of await listWanted(ctx, id)) await askFor(ctx, wanted, ended, patience)
    })
  }
}

async function listWanted(ctx: Ctx, id: number): Promise<Wanted[]> {
  const course = await readCourse(ctx, id)
  const now = ctx.clock.now()
  const chain = course?.frozen.rule.faro
  return (course?.standings ?? []).flatMap(({ falta, toca }, premio) =>
    course && chain && toca && falta?.tipo === 'faro' && now >= falta.en
      ? [{ rifa: id, premio, due: falta, chain, since: waitsSince(course, falta.en) }]
      : [],
  )
}

async function askFor(ctx: Ctx, wanted: Wanted, ended: AbortSignal, patience: number): Promise<void> {
  const { rifa, premio, due, chain } = wanted
  const failures = await failuresOf(ctx, wanted)
  if (failures === null) return
  let problem = 'No hay ningún relé configurado.'
  for (const relay of inTurn(ctx.config.beaconRelays, failures)) {
    if (ended.aborted) return
    const { host } = new URL(relay)
    try {
      const stop = AbortSignal.any([ended, AbortSignal.timeout(patience)])
      const url = new URL(`${relay}/${chain.cadena}/public/${due.ronda}`)
      const types = ['application/json', 'text/plain']
      const firma = signatureIn(await readOutside(ctx.fetch, url, { types, stop, largest: LARGEST }), due.ronda)
      if (firma !== null && (await readRound(chain, due.ronda, firma, sha256)) !== null) {
        await takeRound(ctx, rifa, { premio, ronda: due.ronda, firma }, SYSTEM)
        return
      }
      problem = `${host} respondió otra cosa que esa ronda.`
    } catch (error) {
      if (isRefusal(error)) {
        // Somebody brought it meanwhile.
        if (error.code === 'PASO_FUERA_DE_REGLA') return
        throw error
      }
      if (!(error instanceof OutsideError)) throw error
      problem = tellProblem(host, error)
    }
  }
  if (!ended.aborted) await noteFailure(ctx, wanted, failures, problem)
}

function tellProblem(host: string, { reason, status }: OutsideError): string {
  if (reason === 'insegura') return `${host} no se consulta: su dirección debe empezar por https://.`
  if (reason === 'sin respuesta') return `${host} no respondió.`
  return status === null ? `${host} respondió otra cosa que esa ronda.` : `${host} todavía no la tiene (${status}).`
}

/** Each relay once, another one first each time. */
function inTurn(relays: readonly string[], attempt: number): string[] {
  return relays.map((_, at) => relays[(at + attempt) % relays.length] as string)
}

/** The signature for that round in an answer; null for anything else. */
function signatureIn(text: string, round: number): string | null {
  try {
    const said = JSON.parse(text) as { round?: unknown; signature?: unknown } | null
    return said?.round === round && typeof said.signature === 'string' ? said.signature : null
  } catch {
    return null
  }
}

/** @returns the number of failed requests; null before the time of the next one. */
async function failuresOf({ db, clock }: Ctx, { rifa, due }: Wanted): Promise<number | null> {
  const asked = db.read.selectFrom('draw_beacons').select(['intentos', 'proximo_en']).where('rifa_id', '=', rifa)
  const row = await asked.where('ronda', '=', due.ronda).executeTakeFirst()
  if (!row) return 0
  return row.proximo_en > clock.now() ? null : row.intentos
}

/** Keeps the problem for the draw's leaders, and sets the next try; tells every owner once it is late. */
async function noteFailure(ctx: Ctx, { rifa, due, since }: Wanted, failures: number, problema: string): Promise<void> {
  const now = ctx.clock.now()
  const proximo_en = after(now, Math.min(MOST_PAUSE, PAUSE * 2 ** Math.min(failures, 10)))
  const row = { ronda: due.ronda, intentos: failures + 1, problema, mirado_en: now, proximo_en }
  ctx.log.warn({ code: `rifa:${rifa}` }, 'no relay gave the round')
  const site = await readSite(ctx)
  await ctx.db.write(`rifa:${rifa}`, async (tx) => {
    await tx
      .insertInto('draw_beacons')
      .values({ rifa_id: rifa, ...row })
      .onConflict((conflict) => conflict.column('rifa_id').doUpdateSet(row))
      .execute()
    if (now < after(since, ALERT)) return
    const raffle = await findRaffle(tx, rifa)
    await alertOwners(ctx, tx, site, {
      clave: `sorteo:${rifa}:faro:${due.ronda}`,
      titulo: 'Falta el resultado del azar público para sortear',
      parrafos: [
        `El premio de «${raffle?.titulo}» lo decide la ronda ${due.ronda} del azar público, que salió el ${formatInstant(due.en)} Nuestro servidor no la ha podido traer: ${problema}`,
        'Lo seguimos intentando. También puedes traerla tú: en el sorteo de la rifa se pega la ronda con su firma, que se comprueba sola.',
      ],
      boton: { texto: 'Hacer el sorteo', ruta: `/panel/rifas/${rifa}/sorteo` },
      pie: footOfNews(site),
    })
  })
}
