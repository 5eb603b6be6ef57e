import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#access/server/session.ts'
import { startLetter } from '#letters/server/start-letter.ts'
import { openSmtpSink, type SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { signPermit } from '#operators/server/factor/permit.ts'
import type { Instant } from '#platform/clock.ts'
import {
  createInstallation,
  type Installation,
  inside,
  type Product,
  startProduct,
  tombolaJson,
} from './support/product.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { OWNER, setUpShop } from './support/set-up.ts'

const BUYERS = 8

let installation: Installation
let sink: SmtpSink
let product: Product

beforeAll(async () => {
  installation = await createInstallation(null)
  sink = await openSmtpSink()
  Object.assign(installation.env, { SMTP_URL: sink.url, MAIL_FROM: 'rifas@ejemplo.test' })
  await setUpShop(installation.env)
  await tombolaJson(installation.env, ['rates', 'fix', '671.4235'])
  product = await startProduct(installation.env)
})
afterAll(async () => {
  await product?.stop()
  await sink?.close()
  await installation?.remove()
})

/** Message-IDs of the letter by address, of what has arrived. */
async function lettersByAddress(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { recipients, raw } of sink.received) {
    const { subject, messageId } = await PostalMime.parse(raw)
    if (subject !== 'Hoy se sortea') continue
    for (const address of recipients) found.set(address, [...(found.get(address) ?? []), messageId ?? ''])
  }
  return found
}

test('killed in the middle of a letter, it goes on: each gets it, and copies under way keep their name', async () => {
  for (let at = 0; at < BUYERS; at++) {
    await reportPurchase(product.address, `persona${at}@ejemplo.test`, String(700_000_000 + at * 1_009), {
      cedula: String(20_000_000 + at),
    })
  }
  await expect.poll(() => sink.received.length).toBeGreaterThanOrEqual(BUYERS)
  // The mail server takes each and dies before it says so: whoever sent it never knows.
  sink.behave('drop-after')
  await inside(installation.env, async (ctx) => {
    const owner = await ctx.db.read
      .selectFrom('operators')
      .selectAll()
      .where('correo', '=', OWNER.correo)
      .executeTakeFirstOrThrow()
    const textos = { asunto: 'Hoy se sortea', titulo: 'Hoy es', cuerpo: 'Hola, {nombre}.', pie: '' }
    const carta = { trata: 'compra', a_quienes: 'todos', textos, hasta: '' } as const
    const operator = { ...owner, segundo_factor: false } as unknown as Session['operator']
    const session: Session = { operator, tokenHash: '', deviceHash: null, permit: null }
    const proved = { ...session, permit: signPermit(ctx, session, 'codigo') }
    await startLetter(ctx, 2, { clave: 'clave-de-la-carta-1', carta, al_dia: 1_000_000 }, proved)
  })
  await expect.poll(async () => (await lettersByAddress()).size).toBeGreaterThan(0)
  await product.kill()
  const before = await lettersByAddress()
  sink.behave('accept')
  product = await startProduct(installation.env)
  // Its claims end with their time, which no test waits for here.
  await inside(installation.env, (ctx) =>
    ctx.db.write('prueba', (tx) =>
      tx
        .updateTable('outbox')
        .set({ arrendado_hasta: 0 as Instant, proximo_en: 0 as Instant })
        .where('estado', '=', 'pendiente')
        .execute(),
    ),
  )
  await expect.poll(async () => (await lettersByAddress()).size).toBe(BUYERS)
  const read = () =>
    inside(installation.env, (ctx) => ctx.db.read.selectFrom('letters').select('estado').executeTakeFirst())
  await expect.poll(read).toEqual({ estado: 'terminada' })
  for (const [address, names] of await lettersByAddress()) {
    expect(new Set(names).size, address).toBe(1)
    expect(names.length, address).toBe(1 + (before.get(address)?.length ?? 0))
  }
})
