import { createContext } from '#app/server/create-context.ts'
import { JPEG, purchaseFields } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { LAYOUTS, type Layout } from '#movements/server/statements/testing/write-statements.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, dayInCaracas, type Instant } from '#platform/clock.ts'
import { centsOf } from '#platform/money.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/log.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { owedCents } from '#reconciliation/server/match/read-claims.ts'
import { KINDS, type NoisyRows, noisyRows } from '#reconciliation/server/testing/noisy-payments.ts'
import { beginningOf, statementLines, typedBy } from '#reconciliation/server/testing/noisy-statement.ts'
import { createInstallation, type Installation, type Product, startProduct } from './product.ts'
import { setUpShop } from './set-up.ts'

const RATE = '671.4235'
const PRICE = 3
const BDV = LAYOUTS.find(({ archivo }) => archivo === 'bdv.xlsx') as Layout
/** The account's, and the raffle's beside those of every shop. */
const [METHOD, RAFFLE] = [1, 3]
const AT_ONCE = 6

export interface PaidShop {
  installation: Installation
  product: Product
  /** Of the day before, as Banco de Venezuela lets one download it. */
  statement: { name: string; mimeType: string; buffer: Buffer }
  /** Reports whose payment came in and says more than its amount. */
  tellable: number
  close(): Promise<void>
}

/**
 * A shop whose account is at Banco de Venezuela, with reports of yesterday's payments as people make them (noisy-payments.ts), some of
 * which never came in, and that account's statement, of which nobody has told the shop.
 */
export async function openPaidShop(reports: number, rows: number, seed: number): Promise<PaidShop> {
  const installation = await createInstallation(null)
  await setUpShop(installation.env)
  const ctx = await createContext(readConfig(installation.env), createLog('silent'))
  await setFixedRate(ctx, RATE, { actor: TESTER })
  await changeMethod(ctx, METHOD, { banco: '0102 Banco de Venezuela' }, TESTER)
  const raffle = { titulo: 'Casa en la playa', precio: `${PRICE}.00`, total_numeros: 10_000, centimos_unicos: 999 }
  await publishRaffle(ctx, await createRaffle(ctx, newRaffle.parse(raffle), TESTER), TESTER)
  await ctx.db.close()

  const product = await startProduct({ ...installation.env, ABUSE_LIMITS: 'off' })
  const first = beginningOf(addDays(dayInCaracas(Date.now() as Instant), -1))
  const day = noisyRows(seededRandom(seed), reports, KINDS, { first })
  const owed = new Map<number, number>()
  for (let at = 0; at < day.claims.length; at += AT_ONCE) {
    const some = day.claims.slice(at, at + AT_ONCE)
    await Promise.all(some.map(async (row) => owed.set(row.id, await report(product.address, day, row))))
  }
  const lines = statementLines(day, owed, rows)
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return {
    installation,
    product,
    statement: { name: BDV.archivo, mimeType, buffer: await BDV.write(lines) },
    tellable: day.claims.filter(({ id }) => day.truth.has(id) && day.kindOf.get(id) !== 'monto').length,
    close: async () => {
      await product.stop()
      await installation.remove()
    },
  }
}

/** @returns the amount asked for, in the smallest unit. */
async function report(address: string, day: NoisyRows, row: NoisyRows['claims'][number]): Promise<number> {
  const tickets = Math.round(Number(row.monto) / (PRICE * Number(RATE)))
  let owed = owedCents(row) ?? 0
  const fields: Record<string, string> = {
    ...purchaseFields(RAFFLE, typedBy(row)),
    cantidad_tickets: String(tickets),
    total: `${tickets * PRICE}.00`,
    metodo_id: String(METHOD),
  }
  if (day.kindOf.get(row.id) === 'centimos') {
    const { token } = await call(`${address}/api/rifas/${RAFFLE}/apartados`, { cantidad_tickets: tickets })
    const { cotizacion } = await call(`${address}/api/rifas/apartado/metodo`, { apartado: token, metodo_id: METHOD })
    fields['apartado'] = token
    owed = Number(centsOf(cotizacion.total_bs)) + Number(centsOf(cotizacion.centimos.monto))
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const proof = new Uint8Array(Buffer.concat([JPEG, Buffer.from(String(row.id))]))
  form.append('comprobante', new Blob([proof], { type: 'image/jpeg' }), 'pago.jpg')
  const answer = await fetch(`${address}/api/rifas/participantes`, { method: 'POST', body: form })
  if (answer.status !== 201) throw new Error(`the report was refused: ${answer.status} ${await answer.text()}`)
  return owed
}

async function call(url: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
