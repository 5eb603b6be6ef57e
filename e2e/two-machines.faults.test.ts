import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { JPEG, multipart, purchaseFields } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { openSmtpSink, type SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import type { Instant } from '#platform/clock.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { type S3Server, startS3Server } from '#platform/server/testing/s3-server.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { signIn } from './kill/load.ts'
import {
  createInstallation,
  type Installation,
  inside,
  type Product,
  startProduct,
  tombola,
  tombolaJson,
} from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

const postgresUrl = inject('postgresUrl')

interface Answer {
  status: number
  code: string | undefined
  body: Record<string, never> & { id: number; token: string; numeros: string[]; secreto: string; codigo: string }
}

/** Each machine has a folder of its own; what they share is PostgreSQL and a bucket. */
describe.skipIf(postgresUrl === null)('two machines with PostgreSQL and S3', () => {
  let installation: Installation
  let s3: S3Server
  let sink: SmtpSink
  const machines: Product[] = []
  let environments: Record<string, string>[] = []
  let headers: Record<string, string> = {}

  beforeAll(async () => {
    installation = await createInstallation(postgresUrl)
    s3 = await startS3Server()
    sink = await openSmtpSink()
    const more = { SMTP_URL: sink.url, MAIL_FROM: 'rifas@ejemplo.test', ABUSE_LIMITS: 'off' }
    const env = { ...installation.env, ...s3.env, ...more, TOMBOLA_KEY: randomBytes(32).toString('base64') }
    environments = [env, { ...env, DATA_DIR: newFolder() }]
    await setUpShop(env)
    await tombolaJson(env, ['rates', 'fix', '671.4235'])
    for (const each of environments) machines.push(await startProduct(each))
    headers = await signIn(machines[0]?.address ?? '')
  })
  afterAll(async () => {
    for (const machine of machines) await machine.stop()
    await sink?.close()
    await s3?.close()
    await installation?.remove()
  })

  /** Every second one asks the other machine. */
  async function ask(turn: number, path: string, init: RequestInit = {}): Promise<Answer> {
    const address = (machines[turn % 2] as Product).address
    const answer = await fetch(`${address}${path}`, { ...init, headers: { ...init.headers, origin: address } })
    const body = await answer.json()
    return { status: answer.status, code: body.code, body }
  }
  const post = (turn: number, path: string, body: object, more: Record<string, string> = {}) =>
    ask(turn, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...more },
    })
  const panel = (turn: number, path: string, body: object) => post(turn, `/api/panel${path}`, body, headers)

  /** Each with a proof of its own, unless that is what it is about. */
  async function send(
    turn: number,
    path: string,
    fields: Record<string, string>,
    more: Record<string, string>,
    bytes = Buffer.concat([JPEG, randomBytes(64)]),
  ) {
    const form = await multipart(fields, { bytes, name: 'pago.jpg', type: 'image/jpeg' })
    const init = { method: 'POST', body: new Uint8Array(form.payload), headers: { ...form.headers, ...more } }
    return ask(turn, path, init)
  }
  const report = (
    turn: number,
    rifa: number,
    changes: Record<string, string | undefined>,
    key: string,
    proof?: Buffer<ArrayBuffer>,
  ) => send(turn, '/api/rifas/participantes', purchaseFields(rifa, changes), { 'idempotency-key': key }, proof)

  const openRaffle = (total_numeros: number) =>
    inside(environments[0] as Record<string, string>, async (ctx) => {
      const fields = { titulo: 'La de todos', precio: '5.00', total_numeros, seleccion: 'ambas' }
      const id = await createRaffle(ctx, newRaffle.parse(fields), TESTER)
      await publishRaffle(ctx, id, TESTER)
      return id
    })
  const times = <T>(count: number, deed: (turn: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, turn) => deed(turn)))
  const person = (turn: number) => ({ cedula: `V${20_000_000 + turn}`, correo: `persona${turn}@ejemplo.test` })
  const won = (answers: Answer[]) => answers.filter(({ status }) => status < 300)

  test('the same ten numbers, picked at both simultaneously, go to one visitor', async () => {
    const rifa = await openRaffle(100)
    const numbers = Array.from({ length: 10 }, (_, number) => String(number).padStart(2, '0'))
    const answers = await times(60, (turn) => {
      const numeros_seleccionados = [...numbers.slice(turn % 10), ...numbers.slice(0, turn % 10)]
      return post(turn, `/api/rifas/${rifa}/apartados`, { cantidad_tickets: 10, numeros_seleccionados })
    })
    expect(won(answers)).toHaveLength(1)
    const told = answers.filter(({ status, code }) => status === 409 && code === 'NUMERO_TOMADO')
    expect(told).toHaveLength(59)
  })

  test('the same number, sold by hand at both simultaneously, has one buyer', async () => {
    const rifa = await openRaffle(100)
    const answers = await times(24, (turn) => {
      const cash = { metodo_pago: undefined, referencia: undefined, correo: undefined, confirmar: '1' }
      const fields = purchaseFields(rifa, {
        ...person(turn),
        ...cash,
        numeros_seleccionados: JSON.stringify(['07', String(20 + turn)]),
      })
      const { 'content-type': _, ...own } = headers
      return send(turn, '/api/panel/compras/nueva', fields, { ...own, 'idempotency-key': `venta-a-mano-${turn}` })
    })
    expect(won(answers).map(({ body }) => body.numeros[0])).toEqual(['07'])
    expect(new Set(answers.filter(({ status }) => status >= 300).map(({ code }) => code))).toEqual(
      new Set(['NUMERO_TOMADO']),
    )
  })

  test('the last tickets, wanted at both simultaneously, are sold as many as there are; both say so', async () => {
    const rifa = await openRaffle(100)
    const answers = await times(40, async (turn) => {
      const held = await post(turn, `/api/rifas/${rifa}/apartados`, { cantidad_tickets: 10 })
      if (held.status !== 201) return held
      // The buyer reports at the other machine than the one with the hold.
      const fields = {
        ...person(turn),
        cantidad_tickets: '10',
        total: '50.00',
        referencia: String(500_000_000 + turn * 7_919),
        apartado: held.body.token,
      }
      return report(turn + 1, rifa, fields, `ultimos-boletos-${turn}`)
    })
    expect(won(answers)).toHaveLength(10)
    expect(new Set(answers.filter(({ status }) => status >= 300).map(({ code }) => code))).toEqual(
      new Set(['SIN_DISPONIBLES']),
    )
    const decided = await times(10, (at) => panel(at, `/compras/${won(answers)[at]?.body.id}/aprobar`, { version: 1 }))
    expect(decided.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const numbers = decided.flatMap(({ body }) => body.numeros)
    expect([numbers.length, new Set(numbers).size]).toEqual([100, 100])
    for (const turn of [0, 1])
      await expect
        .poll(async () => (await ask(turn, `/api/rifas/${rifa}/status`)).body)
        .toMatchObject({ data: { rifa: { numeros_disponibles: 0 } } })
  })

  test('one payment, reported at both simultaneously, confirms one purchase; one form sent to both is one report', async () => {
    const rifa = await openRaffle(1_000)
    const referencia = '880011223344'
    const answers = await times(8, (turn) => report(turn, rifa, { ...person(turn), referencia }, `mismo-pago-${turn}`))
    expect(won(answers)).toHaveLength(8)
    const decision = { version: 1, motivo: 'Lo vi en la cuenta' }
    const decided = await times(8, (turn) => panel(turn, `/compras/${answers[turn]?.body.id}/aprobar`, decision))
    expect(won(decided)).toHaveLength(1)
    expect(new Set(decided.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set(['REFERENCIA_YA_CONFIRMADA']),
    )
    const form = { ...person(99), referencia: '770011223355' }
    const sent = await times(8, (turn) => report(turn, rifa, form, 'la-misma-llave', JPEG))
    const again = await times(2, (turn) => report(turn, rifa, form, 'la-misma-llave', JPEG))
    expect(new Set(won([...sent, ...again]).map(({ body }) => body.id)).size).toBe(1)
    expect(won(again)).toHaveLength(2)
    expect(sent.every(({ status, code }) => status === 201 || code === 'EN_CURSO')).toBe(true)
  })

  test('one killed while it hands mails over: the other sends the rest, and mails under way have the same name again', async () => {
    const rifa = await openRaffle(1_000)
    /** Message-IDs of what came to each. */
    const arrived = async () => {
      const found = new Map<string, string[]>()
      for (const { recipients, raw } of sink.received) {
        const { messageId, subject = '' } = await PostalMime.parse(raw)
        if (!subject.startsWith('Recibimos') || !recipients[0]?.startsWith('carta')) continue
        found.set(recipients[0], [...(found.get(recipients[0]) ?? []), messageId ?? ''])
      }
      return found
    }
    // Each mail is taken, and nobody hears that it was: both have some under way.
    sink.behave('drop-after')
    const reports = await times(12, (turn) => {
      const fields = { cedula: `V${21_000_000 + turn}`, correo: `carta${turn}@ejemplo.test` }
      return report(turn, rifa, { ...fields, referencia: String(550_011_223_000 + turn * 7_919) }, `con-carta-${turn}`)
    })
    expect(won(reports)).toHaveLength(12)
    await expect.poll(async () => (await arrived()).size).toBeGreaterThan(1)
    await machines[1]?.kill()
    sink.behave('accept')
    // Leases of the dead, and pauses after what failed, are over in minutes, which nobody waits for here.
    const waiting = () =>
      inside(environments[0] as Record<string, string>, (ctx) =>
        ctx.db.write('prueba', (tx) =>
          tx
            .updateTable('outbox')
            .set({ arrendado_hasta: 0 as Instant, proximo_en: 0 as Instant })
            .where('estado', '=', 'pendiente')
            .where((row) => row.or([row('intentos', '>', 0), row('arrendado_hasta', '>', 0 as Instant)]))
            .returning('clave')
            .execute(),
        ),
      )
    await expect.poll(async () => [await waiting(), (await arrived()).size], { interval: 1_000 }).toEqual([[], 12])
    for (const [address, names] of await arrived()) expect(new Set(names).size, address).toBe(1)
    machines[1] = await startProduct(environments[1] as Record<string, string>)
  })

  test('after all of it everything adds up, asked by the second one', async () => {
    expect(await tombola(environments[1] as Record<string, string>, ['audit'])).toMatchObject({ code: 0, stderr: '' })
  })
})
