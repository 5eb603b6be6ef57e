import { actorNamed } from '#journal/server/testing/actors.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED } from '#platform/server/testing/soak.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { inside } from '../e2e/support/product.ts'
import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { purchaseForm } from './purchase-form.ts'
import { startOurs } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atMost, figure, median } from './table.ts'

const KNOWN = 200
/** Milliseconds between the medians that would reveal a known cédula. */
const LIMIT = 5

/** Whether the time of a look-up tells if a cédula is known: both kinds in turns of chance, one after the other. */
export async function measure(engine: Engine, effort: Effort) {
  const home = await stockHome(engine)
  await using server = await startOurs(home)
  using sender = createSender()
  const form = purchaseForm(1_000)
  await atRate(KNOWN / 4, 4, () => sender.form(`${server.url}/api/rifas/participantes`, form))
  const rows = await inside(home, async (ctx) => {
    const purchases = await ctx.db.read.selectFrom('purchases').select(['id', 'cedula']).execute()
    for (const { id } of purchases) await approvePurchase(ctx, id, null, { actor: actorNamed('banco de pruebas') })
    return purchases
  })
  const random = seededRandom(SEED)
  const times = { known: [] as number[], unknown: [] as number[] }
  const look = async (kind: keyof typeof times) => {
    const known = rows[random.below(rows.length)]?.cedula ?? ''
    const cedula = kind === 'known' ? known : `V${20_000_000 + random.below(9_000_000)}`
    const begun = performance.now()
    const answer = await fetch(`${server.url}/api/rifas/participante/buscar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cedula }),
    })
    const text = await answer.text()
    const taken = performance.now() - begun
    if (answer.status !== 200 || text.includes('confirmado') !== (kind === 'known'))
      throw new Error(`${kind} ${cedula}: ${answer.status} ${text.slice(0, 200)}`)
    return taken
  }
  for (let warm = 0; warm < 100; warm++) await look(warm % 2 === 0 ? 'known' : 'unknown')
  for (let pair = 0; pair < effort.samples; pair++) {
    const order = random.below(2) === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) times[kind].push(await look(kind))
  }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  return [
    atMost({
      measure: `gap between the look-ups of a known and an unknown cédula, ${engine.name}, medians`,
      value: Math.abs(known - unknown),
      limit: LIMIT,
      unit: 'ms',
      note: `${effort.samples} of each in turns of chance, seed ${SEED}; medians ${figure(known)} and ${figure(unknown)} ms`,
    }),
  ]
}
