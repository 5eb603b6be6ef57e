import { expect } from 'vitest'
import type { LetterDraft } from '#letters/contract.ts'
import { readDaily } from '#letters/server/read-letters.ts'
import { recheckCopies } from '#letters/server/recheck.ts'
import { sendPortions } from '#letters/server/send-portions.ts'
import { deliverDue } from '#mail/server/delivery/deliver.ts'
import { smtpTransport } from '#mail/server/delivery/transport.ts'
import { atServer } from '#mail/server/testing/at-server.ts'
import { openSmtpSink, type SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { openShop, permitOf, type Shop, signInOwner } from './shop.ts'

export const WORDS = {
  asunto: 'Mañana se sortea «{rifa}»',
  titulo: 'Mañana es el sorteo',
  cuerpo: 'Hola, {nombre}. Tus números: {numeros}. Son {boletos}.',
  pie: '',
}

export const LETTER: LetterDraft = { trata: 'compra', a_quienes: 'confirmados', textos: WORDS, hasta: '' }

/** A key as the form makes it. */
let keys = 0
export const newKey = () => `clave-de-prueba-${String(++keys).padStart(6, '0')}`

/** A shop whose owner writes letters, and a mail server that takes them. */
export async function openLetterShop(setup: Setup) {
  const shop = await openShop(setup, { total_numeros: 1000 })
  const sink = await openSmtpSink()
  const transport = smtpTransport(atServer(sink.url, 'rifas@ejemplo.test'))
  const headers = await signInOwner(shop)
  const code = await giveSecondFactor(shop.ctx, 'duena@ejemplo.test')
  // Letters take hours, and a permit ten minutes.
  const proven = () => ({ ...headers, 'x-tombola-permiso': permitOf(shop.ctx, { id: 1 }, headers) })
  const call = (method: 'GET' | 'POST', path: string, payload?: object, as: Record<string, string> = proven()) =>
    shop.app.inject({ method, url: `/api/panel${path}`, headers: as, ...(payload && { payload }) })
  return {
    shop,
    sink,
    headers,
    code,
    call,
    async start(carta: LetterDraft = LETTER, more: object = {}) {
      const asked = { clave: newKey(), carta, al_dia: 1_000_000, ...more }
      const answer = await call('POST', `/rifas/${shop.id}/cartas`, asked)
      // The owner's own mail of it is looked at where a code is given.
      if (!('codigo' in more)) await forgetMails(shop)
      return answer
    },
    /** Sent mails of each address, as text. */
    deliver: (of: Ctx = shop.ctx) => deliverAll(of, transport, sink),
    async close() {
      transport.close()
      await sink.close()
    },
  }
}

export type LetterShop = Awaited<ReturnType<typeof openLetterShop>>

/** Writes portions and sends until nothing leaves any more. @returns everything that was received until now, by its address. */
async function deliverAll(ctx: Ctx, transport: ReturnType<typeof smtpTransport>, sink: SmtpSink) {
  for (;;) {
    await sendPortions(ctx)
    if ((await sendOnce(ctx, transport)) === 0) break
  }
  await sendPortions(ctx)
  return sink.received
}

export function sendOnce(ctx: Ctx, transport: ReturnType<typeof smtpTransport>): Promise<number> {
  const copies = { recheck: recheckCopies(ctx), readDaily: () => readDaily(ctx) }
  return deliverDue(ctx, transport, new AbortController().signal, copies)
}

/** Removes the mails of confirmations, which are not under test. */
export async function forgetMails({ ctx }: Shop): Promise<void> {
  const sent = { estado: 'enviado', enviado_en: 0 } as never
  await ctx.db.write('prueba', (tx) => tx.updateTable('outbox').set(sent).where('carta_id', 'is', null).execute())
}

export function expectOk(answer: { statusCode: number; body: string }): void {
  expect(answer.statusCode, answer.body).toBe(200)
}
