import { NO_PAPERS } from '#draw/contract.ts'
import type { PanelDraw } from '#draw/draw-contract.ts'
import { savePapers } from '#draw/server/papers/papers.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { listWinners } from '#draw/server/store-winners.ts'
import { actorNamed, TESTER } from '#journal/server/testing/actors.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import { clearSecret } from '#operators/server/factor/factor-store.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Setup } from '#platform/server/testing/engines.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { changeReasons } from '#review/server/decision/reasons.ts'
import { rejectPurchase } from '#review/server/decision/reject-purchase.ts'
import { undoDecision } from '#review/server/decision/undo-decision.ts'
import { changeSite } from '#site/server/change-site.ts'
import { addHand, byBeacon, byLottery, sellAndFreeze, takeSigned } from './led-draw.ts'
import { bringMoney, decideMoney } from './money/busy-money.ts'
import { ruleFields } from './ruled-shop.ts'
import { addDraft, addRaffle, openShop, report, type Shop, signInOwner } from './shop.ts'
import { type Past, rememberPast } from './tamper.ts'

/**
 * A shop with something in every table that the journal answers for: sales in all states, picked and drawn numbers, holds, people, settings.
 * @returns it, and its rows as they were before anything was decided.
 */
export async function openBusyShop(setup: Setup): Promise<{ shop: Shop; past: Past }> {
  const shop = await openShop(setup, { total_numeros: 200 })
  const { ctx } = shop
  const strict = await addRaffle(ctx, { titulo: 'Televisor', precio: '3.00', registro_unico: true })
  await signInOwner(shop)
  await drawOne(shop)
  const reported = await reportMany(shop, strict)
  const money = await bringMoney(shop)
  const past = await rememberPast(ctx.db.read)
  await decideMany(shop, reported)
  await decideMoney(shop, money)
  await shop.app.inject({ method: 'POST', url: `/api/rifas/${shop.id}/apartados`, payload: { cantidad_tickets: 4 } })
  await changeSite(ctx, { whatsapp: '584140000000', nombre: 'Rifas La Ceiba' }, TESTER)
  await changeReasons(ctx, { motivos: ['No vemos el pago.', 'El monto no es el exacto.'] }, TESTER)
  await fillTheRest(ctx)
  return { shop, past }
}

/** Another raffle from its rule to a delivered prize: one by a lottery, typed twice, and one by the beacon. */
async function drawOne(shop: Shop): Promise<void> {
  const { ctx } = shop
  const id = await addDraft(ctx, { titulo: 'Nevera' })
  await setRule(ctx, id, 0, ruleFields({ premios: [byLottery(), byBeacon('Bono')] }), TESTER)
  await publishRaffle(ctx, id, TESTER)
  const { shop: drawn, league, bought } = await sellAndFreeze({ ...shop, id })
  const [ana, jose] = [await addHand(drawn, 'Ana', 'dueno', true), await addHand(drawn, 'Jose', 'revisor', true)]
  ctx.clock.set('2026-11-22T23:00:00-04:00')
  for (const [place, result] of ['000', `7${bought[0]?.numeros[0]}`].entries()) {
    const enlace = 'https://loteria.ejemplo.test/'
    const typed = { tipo: 'loteria', premio: 0, dia: '2026-11-22', resultados: [result], enlace, imagen: null }
    const asked = await ana.ask('POST', '/resultado', () => ({ ...typed, codigo: ana.code() }))
    const { propuesta } = asked.json<PanelDraw>()
    const seen = { propuesta: propuesta?.id }
    await (place === 0
      ? jose.ask('POST', '/resultado/rechazar', { ...seen, motivo: 'Es de ayer' })
      : jose.ask('POST', '/resultado/confirmar', () => ({
          ...{ ...seen, tipo: 'loteria', resultados: [result], codigo: jose.code() },
        })))
  }
  await takeSigned({ shop: drawn, league }, 1)
  // From then on the result is firm.
  ctx.clock.advance(3_600_000)
  const [first] = await listWinners(ctx.db.read, id)
  const claimed = await ana.ask('POST', `/ganadores/${first?.id}/reclamado`, { version: 1 })
  if (claimed.statusCode !== 200) throw new Error(claimed.body)
  await savePapers(ctx, id, 0, { ...NO_PAPERS, permiso_numero: '0042', permiso_emisor: 'La alcaldía' }, TESTER)
  await ctx.db.write(`rifa:${id}`, async (tx) => {
    const picture = { rifa_id: id, subida_por: 'Ana', subida_por_id: ana.id, en: ctx.clock.now() }
    for (const imagen of ['{"id":"una"}', '{"id":"otra"}']) {
      await tx
        .insertInto('draw_pictures')
        .values({ ...picture, imagen })
        .execute()
    }
  })
  // A database that meets its key later seals its plain secrets: from sealed ones it would make wrong secrets.
  await shop.ctx.db.write('operadores', async (tx) => {
    for (const { id: hand } of [ana, jose]) await clearSecret(tx, hand)
  })
}

async function reportMany(shop: Shop, strict: number): Promise<number[]> {
  const reported: number[] = []
  for (let buyer = 0; buyer < 12; buyer++) {
    const manual = buyer % 3 === 0
    const answer = await report(
      shop,
      {
        nombre: `Compradora ${'ABCDEFGHIJKL'.charAt(buyer)}`,
        cedula: `V${20_000_000 + buyer}`,
        telefono: `0414${5_550_000 + buyer}`,
        correo: `c${buyer}@ejemplo.test`,
        referencia: `7001${(buyer * 7_919).toString().padStart(8, '1')}`,
        ...(manual ? { numeros_seleccionados: JSON.stringify([`${100 + buyer}`, `${150 + buyer}`]) } : {}),
        ...(buyer % 5 === 4 && !manual ? { id_rifa: String(strict), total: '6.00' } : {}),
      },
      { manual },
    )
    if (answer.statusCode !== 201) throw new Error(answer.body)
    reported.push((answer.json() as { id: number }).id)
  }
  return reported
}

async function decideMany({ ctx }: Shop, reported: number[]): Promise<void> {
  for (const [buyer, id] of reported.entries()) {
    if (buyer % 4 === 0) continue
    if (buyer % 4 === 3)
      await rejectPurchase(ctx, id, null, { actor: actorNamed('Marisela'), motivo: 'No vemos el pago' })
    else await approvePurchase(ctx, id, null, { actor: actorNamed('Marisela'), motivo: 'Se ve el pago' })
    if (buyer === 1) await undoDecision(ctx, id, null, actorNamed('Marisela'))
    if (buyer === 2) await annulPurchase(ctx, id, null, { actor: actorNamed('Marisela'), motivo: 'La pidió dos veces' })
  }
}

/** Rows for other screens: one of each kind, written as the product writes them. */
async function fillTheRest(ctx: Shop['ctx']): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write('sitio', async (tx) => {
    const put = <T extends keyof Tables>(table: T, row: { [column in keyof Tables[T]]?: unknown }) =>
      tx
        .insertInto(table)
        .values(row as never)
        .execute()
    const words = {
      asunto: 'Recibimos tu reporte de pago',
      titulo: 'Gracias',
      cuerpo: 'Lo revisamos hoy.',
      pie: 'Saludos',
    }
    await put('mail_texts', { clave: 'recibida', ...words, version: 1, cambiado_en: now, cambiado_por: 'Marisela' })
    for (const place of [1, 2]) {
      const token_hash = `${place}`.repeat(43)
      const invited = { correo: `ana${place}@ejemplo.test`, rol: 'revisor', invita: 'Marisela', token_hash }
      const key = { id: `llave-${place}`, operador_id: 1, clave_publica: token_hash, contador: 0 }
      const rate = {
        referencia: 'bcv_euro',
        tasa: `67${place}.42`,
        fecha_valor: `2026-11-1${place}`,
        fuente: 'operador',
      }
      const image = { clave: `imagen-${place}`, alt: `Foto ${place}`, imagen: '{}' }
      await put('mail_suppressions', {
        ...{ correo: `no${place}@ejemplo.test`, motivo: '550 no existe', correo_id: place, en: now },
      })
      await put('operator_invitations', { ...invited, creado_en: now, caduca_en: now })
      await put('operator_recovery_codes', { operador_id: 1, codigo_hash: `codigo ${place}` })
      await put('operator_passkeys', {
        ...{ ...key, transportes: 'internal', nombre: `Teléfono ${place}`, creado_en: now, usado_en: null },
      })
      await put('rates', { ...rate, obtenida_en: now })
      await put('draw_papers', { rifa_id: place, version: 1, ...NO_PAPERS, permiso_numero: `CNL-${place}` })
      await put('draw_images', {
        ...{ rifa_id: place, sha256: `${place}`.repeat(64), imagen: `{"id":"${place}"}`, sin_uso_desde: now },
        ...{ subida_por: `Marisela ${place}`, subida_por_id: place },
      })
      await put('raffle_images', { rifa_id: 1, orden: place, ...image, creada_en: now })
    }
    const blocked = { cedula: 'V1', telefono: null, correo: null, motivo: 'No paga', por: 'Marisela', por_id: 1 }
    await put('blocked_people', { ...blocked, en: now, compra_id: null })
    const setting = { nombre: 'tasa', valor: '{"fuente":"https://tasa.ejemplo.test/"}', secreto: null, version: 1 }
    await put('settings', { ...setting, guardado_en: now, guardado_por: 'Marisela' })
    await put('operator_password_links', { operador_id: 1, token_hash: 'enlace', caduca_en: now })
    const ids = async (table: 'rates' | 'operator_invitations' | 'operators') =>
      (await tx.selectFrom(table).select('id').execute()).map(({ id }) => id)
    await noteWritten(tx, {
      mail_texts: ['recibida'],
      rates: await ids('rates'),
      operator_invitations: await ids('operator_invitations'),
      operators: await ids('operators'),
      settings: ['tasa'],
      blocked_people: [1],
      raffles: [1, 2],
    })
  })
}
