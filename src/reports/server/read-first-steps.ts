import { readServerState } from '#mail/server/read-server-state.ts'
import type { Operator } from '#operators/contract.ts'
import { listMethods } from '#payment-methods/server/list-methods.ts'
import { formatCount, formatMoney, formatRate, type Money } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles, type Raffle } from '#raffles/server/store.ts'
import { currentRate } from '#rates/server/current-rate.ts'
import type { SiteSettings } from '#site/contract.ts'
import { DEFAULT_SITE, readSite } from '#site/server/read-site.ts'
import type { FirstStep } from '../home-contract.ts'

/** What is done and what is missing before the first sale, read from how things are: nobody ticks anything off. */
export async function readFirstSteps(ctx: Ctx, operator: Operator): Promise<FirstStep[]> {
  const [site, raffles, methods, rate, mail] = await Promise.all([
    readSite(ctx),
    listRaffles(ctx.db.read, raffleState.options),
    listMethods(ctx),
    currentRate(ctx),
    readServerState(ctx),
  ])
  const kept = raffles.filter(({ archivada_en }) => archivada_en === null)
  const raffle = firstRaffle(kept)
  const shown = raffles.find(({ id }) => id === site.rifa_a)
  const offered = methods.filter(({ paginas }) => paginas.includes('A'))
  const missing = missingOfSite(site)
  return [
    step('acceso', operator.segundo_factor, operator.correo, { blocks: false }),
    step('sitio', missing.length === 0, missing.length === 0 ? site.nombre : `Falta ${inWords(missing)}.`, {
      blocks: false,
    }),
    step('rifa', raffle !== null && raffle.imagen !== null, describeRaffle(raffle), {
      blocks: raffle === null,
      raffle: raffle?.id ?? null,
    }),
    step('cobro', offered.length > 0, offered.map(({ titulo }) => titulo).join(', '), { blocks: true }),
    step('tasa', rate !== null, rate === null ? '' : `Bs. ${formatRate(rate.tasa)}`, { blocks: false }),
    step('correo', mail.ultimo_envio !== null, mail.activo ? mail.remitente : 'Falta SMTP_URL en el servidor.', {
      blocks: false,
    }),
    step('publicar', shown !== undefined && shown.estado !== 'borrador', '', {
      blocks: true,
      raffle: raffle?.id ?? null,
    }),
  ]
}

/** One that is on sale or was, else the first draft; of those the one with a picture. */
function firstRaffle(raffles: readonly Raffle[]): Raffle | null {
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

function step(
  paso: FirstStep['paso'],
  listo: boolean,
  detalle: string,
  more: { blocks: boolean; raffle?: number | null },
): FirstStep {
  return { paso, listo, detalle, impide_vender: !listo && more.blocks, rifa_id: more.raffle ?? null }
}
