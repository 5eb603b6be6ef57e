import type { Operator } from '#access/contract.ts'
import { whyFixed } from '#draw/server/rule/change-rule.ts'
import { readServerState } from '#mail/server/mail-server.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import { formatCount, formatMoney, formatRate, type Money } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles, type Raffle } from '#raffles/server/store.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { SiteSettings } from '#site/contract.ts'
import { DEFAULT_SITE, readSite } from '#site/server/read-site.ts'
import type { FirstStep } from '../home-contract.ts'

/** States in which a rule may still be set. */
const RULED: readonly Raffle['estado'][] = ['borrador', 'publicada', 'pausada']

const OF_RAFFLE: readonly FirstStep['paso'][] = ['rifa', 'regla', 'publicar']

/** Steps before the first sale, done and open, read from the current data: nobody ticks anything off. */
export async function readFirstSteps(ctx: Ctx, operator: Operator): Promise<FirstStep[]> {
  const [site, raffles, methods, rate, mail] = await Promise.all([
    readSite(ctx),
    listRaffles(ctx.db.read, raffleState.options),
    listMethods(ctx),
    currentRate(ctx),
    readServerState(ctx),
  ])
  const kept = raffles.filter(({ archivada_en }) => archivada_en === null)
  const shown = raffles.find(({ id }) => id === site.rifa_a)
  const raffle = firstRaffle(kept, shown)
  const published = shown !== undefined && shown.estado !== 'borrador'
  const offered = methods.filter(({ paginas }) => paginas.includes('A'))
  const missing = missingOfSite(site)
  const ruled = await describeRuled(ctx, raffle)
  const step = (paso: FirstStep['paso'], listo: boolean, detalle: string, blocks = false): FirstStep => ({
    ...{ paso, listo, detalle, impide_vender: !listo && blocks },
    rifa_id: OF_RAFFLE.includes(paso) ? (raffle?.id ?? null) : null,
  })
  return [
    step('acceso', operator.segundo_factor, operator.segundo_factor ? operator.correo : ''),
    step('sitio', missing.length === 0, missing.length === 0 ? site.nombre : `Falta ${inWords(missing)}.`),
    step('rifa', raffle !== null && raffle.imagen !== null, describeRaffle(raffle), raffle === null),
    step('regla', ruled.done, ruled.says),
    step('cobro', offered.length > 0, offered.map(({ titulo }) => titulo).join(', '), true),
    step('tasa', rate !== null, rate === null ? '' : `Bs.\u00a0${formatRate(rate.tasa)}`),
    step('correo', mail.ultimo_envio !== null, mail.remitente || 'Falta el servidor de correo.'),
    step('publicar', published, published ? `/rifa muestra ${shown?.titulo}` : '', true),
  ]
}

/** The raffle of page A; else one that is on sale or was, else a draft: the one with a picture, if any has one. */
function firstRaffle(raffles: readonly Raffle[], shown: Raffle | undefined): Raffle | null {
  if (shown && raffles.includes(shown)) return shown
  const out = raffles.filter(({ estado }) => estado !== 'borrador')
  const choice = out.length > 0 ? out : raffles
  return choice.find(({ imagen }) => imagen !== null) ?? choice[0] ?? null
}

function describeRaffle(raffle: Raffle | null): string {
  if (raffle === null) return ''
  if (raffle.imagen === null) return `Falta la imagen de ${raffle.titulo}.`
  const { titulo, total_numeros, precio, moneda } = raffle
  return `${titulo} · ${formatCount(total_numeros)} números a ${formatMoney(precio as Money, moneda)}`
}

/** One that was sold without a rule gets none any more: nothing is missing. */
async function describeRuled(ctx: Ctx, raffle: Raffle | null): Promise<{ done: boolean; says: string }> {
  if (raffle === null) return { done: false, says: '' }
  if (raffle.regla_sha256 !== null) return { done: true, says: `${raffle.titulo} tiene su regla` }
  const fixed = !RULED.includes(raffle.estado) || (await whyFixed(ctx.db.read, raffle.id)) !== null
  return fixed ? { done: true, says: `${raffle.titulo} se vende sin regla` } : { done: false, says: '' }
}

function missingOfSite({ nombre, logo, whatsapp }: SiteSettings): string[] {
  return [
    ...(nombre === DEFAULT_SITE.nombre ? ['el nombre'] : []),
    ...(logo === null ? ['el logo'] : []),
    ...(whatsapp === '' ? ['el WhatsApp'] : []),
  ]
}

/** `el nombre, el logo y el WhatsApp` */
function inWords(things: readonly string[]): string {
  return things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} y ${things.at(-1)}`
}
