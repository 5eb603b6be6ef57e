import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { ownPage } from '#app/server/testing/buyer.ts'
import {
  expectOk,
  forgetMails,
  LETTER,
  type LetterShop,
  newKey,
  openLetterShop,
  sendOnce,
  WORDS,
} from '#app/server/testing/letter-shop.ts'
import { buy, CLOSE, pay, ruleFields } from '#app/server/testing/ruled-shop.ts'
import { said } from '#app/server/testing/shop.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { noteWritten } from '#journal/server/testing/note-written.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { suppress } from '#mail/server/care/suppressions.ts'
import { smtpTransport } from '#mail/server/delivery/transport.ts'
import { atServer } from '#mail/server/testing/at-server.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { archiveRaffle } from '#raffles/server/move-raffle.ts'
import { annulPurchase } from '#review/server/decision/annul-purchase.ts'
import { FEW } from '../contract.ts'
import { readLetters } from './read-letters.ts'
import { sendPortions } from './send-portions.ts'
import { goOn } from './stop-letter.ts'

let opened: LetterShop | undefined
async function open(setup: Setup): Promise<LetterShop> {
  opened = await openLetterShop(setup)
  return opened
}
afterEach(() => opened?.close())

const addressesOf = (received: readonly { recipients: string[] }[]) =>
  received.flatMap(({ recipients }) => recipients).sort()

async function parsed({ raw }: { raw: Buffer }) {
  const mail = await PostalMime.parse(raw)
  return { to: mail.to?.[0]?.address, subject: mail.subject, text: mail.text ?? '', html: mail.html ?? '', mail }
}

/** Visible words of a mail, in its text and on its page. */
function wordsOf(mail: { text?: string | undefined; html?: string | undefined } | undefined): string[] {
  const page = (mail?.html ?? '').replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
  return `${mail?.text} ${page}`.replaceAll('Moto 200 cc', '').split(/[\s,.:;]+/)
}

onBothEngines('a letter to the buyers of a raffle', (setup) => {
  test('two windows, two processes and a lost answer start one, and each process writes to each person once', async () => {
    const { shop, call, deliver, sink } = await open(setup)
    for (let at = 0; at < 6; at++) await buy(shop)
    await forgetMails(shop)
    const body = { clave: newKey(), carta: LETTER, al_dia: 1_000_000 }
    const send = (clave: string) => call('POST', `/rifas/${shop.id}/cartas`, { ...body, clave })
    const same = await Promise.all([send(body.clave), send(body.clave), send(body.clave)])
    expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(same.map((answer) => answer.json().id)).size).toBe(1)
    const other = await send(newKey())
    expect(said(other)).toEqual([409, 'CARTA_REPETIDA'])
    const changed = { ...LETTER, textos: { ...WORDS, titulo: 'Otro' } }
    const reused = await call('POST', `/rifas/${shop.id}/cartas`, { ...body, carta: changed })
    expect(said(reused)).toEqual([422, 'CLAVE_REUTILIZADA'])
    await forgetMails(shop)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    await Promise.all([sendPortions(shop.ctx), sendPortions(twin), sendPortions(shop.ctx), sendPortions(twin)])
    await Promise.all([deliver(), deliver(twin)])
    expect(new Set(addressesOf(sink.received)).size).toBe(6)
    expect(sink.received).toHaveLength(6)
  })
})

onSqlite('a letter to the buyers of a raffle', (setup) => {
  test('reaches each person once, with their own data and nobody else’s, and nobody whose purchase does not count', async () => {
    const { shop, call, start, deliver } = await open(setup)
    const ana = await buy(shop, { nombre: 'Ana Uno', correo: 'ana@ejemplo.test' })
    const again = await buy(shop, { nombre: 'Ana Uno', correo: 'ANA@ejemplo.test' })
    const luis = await buy(shop, { nombre: 'Luis Dos', correo: 'luis@ejemplo.test' })
    await pay(shop, { nombre: 'Eva Tres', correo: 'eva@ejemplo.test' })
    const annulled = await buy(shop, { nombre: 'Omar Cuatro', correo: 'omar@ejemplo.test' })
    await annulPurchase(shop.ctx, annulled.id, null, { actor: TESTER, motivo: 'Devuelta' })
    await forgetMails(shop)
    const { alcance } = (await call('GET', `/rifas/${shop.id}/cartas`)).json()
    expect(alcance).toMatchObject({ confirmados: { personas: 2 }, todos: { personas: 3 } })
    expectOk(await start())
    const mails = await Promise.all((await deliver()).map(parsed))
    expect(mails.map(({ to }) => to).sort()).toEqual(['ana@ejemplo.test', 'luis@ejemplo.test'])
    const [hers] = mails.filter(({ to }) => to?.toLowerCase() === 'ana@ejemplo.test')
    const [his] = mails.filter(({ to }) => to === 'luis@ejemplo.test')
    for (const number of [...ana.numeros, ...again.numeros]) expect(hers?.text).toContain(number)
    expect(hers?.text).toContain('Hola, Ana. ')
    expect(hers?.text).toContain('Son 4.')
    expect(`${hers?.text}${hers?.html}`).not.toContain(luis.secreto)
    for (const theirs of [ana.secreto, again.secreto]) expect(`${his?.text}${his?.html}`).not.toContain(theirs)
    // As words: a link's secret has any three letters, and a page's code numbers of three digits.
    for (const theirs of ['Luis', ...luis.numeros]) expect(wordsOf(hers)).not.toContain(theirs)
    for (const theirs of ['Ana', ...ana.numeros, ...again.numeros]) expect(wordsOf(his)).not.toContain(theirs)
    for (const own of luis.numeros) expect(wordsOf(his)).toContain(own)
    expect(his?.subject).toBe('Mañana se sortea «Moto 200 cc»')
    // About the purchase: it says why it comes, and there is nothing to leave.
    expect(his?.text).toContain('Te escribimos porque compraste boletos de «Moto 200 cc».')
    expect(his?.mail.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
    expect((await call('GET', `/rifas/${shop.id}/cartas`)).json().cartas).toMatchObject([
      { estado: 'terminada', personas: 2, enviadas: 2, faltan: 0, omitidas: 0 },
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('an end of sales that is put off is told to every buyer, once, and again when it is put off again', async () => {
    const { shop, call, code, deliver, sink } = await open(setup)
    await setRule(shop.ctx, shop.id, 0, ruleFields(), TESTER)
    await buy(shop, { correo: 'ana@ejemplo.test' })
    await pay(shop, { correo: 'eva@ejemplo.test' })
    const alone = await buy(shop, { nombre: 'Omar Cuatro', correo: 'omar@ejemplo.test' })
    await shop.ctx.db.write('prueba', async (tx) => {
      await tx.updateTable('purchases').set({ correo: '', correo_normal: '' }).where('id', '=', alone.id).execute()
      await noteWritten(tx, { purchases: [alone.id] })
    })
    await forgetMails(shop)
    const putOff = (de: string, a: string, motivo: string) =>
      call('POST', `/rifas/${shop.id}/aplazar`, { de, a, motivo, codigo: code() })
    const own = async () => (await ownPage(shop, alone.secreto)).json()
    expect((await own()).aplazado).toBeNull()
    expectOk(await putOff(CLOSE, '2026-11-25T20:00:00-04:00', 'Faltan {boletos}.'))
    await Promise.all([sendPortions(shop.ctx), sendPortions(shop.ctx)])
    const about = async () =>
      (await Promise.all((await deliver()).map(parsed))).filter(({ subject }) => subject?.includes('se aplazó'))
    const told = await about()
    expect(told.map(({ to }) => to).sort()).toEqual(['ana@ejemplo.test', 'eva@ejemplo.test'])
    for (const words of [
      '21 de noviembre, 8:00\u00a0p.\u00a0m.',
      '25 de noviembre, 8:00\u00a0p.\u00a0m.',
      'Motivo: Faltan (boletos).',
    ])
      expect(told[0]?.text).toContain(words)
    expect((await own()).aplazado).toMatchObject({ que: 'cierre', motivo: 'Faltan {boletos}.' })
    const byHand = (await call('GET', `/rifas/${shop.id}/cartas/a-mano`)).json()
    expect(byHand).toMatchObject({ cuantos: 3, siguiente: null, novedad: expect.stringContaining('al 25/11/2026') })
    expect(byHand.personas.map(({ compra_id }: { compra_id: number }) => compra_id)).toContain(alone.id)
    // A person whom the first has not reached yet gets the second alone.
    sink.received.length = 0
    shop.ctx.clock.advance(31_000)
    expectOk(await putOff('2026-11-25T20:00:00-04:00', '2026-11-26T20:00:00-04:00', 'No hay luz.'))
    const again = await about()
    expect(again.map(({ to }) => to).sort()).toEqual(['ana@ejemplo.test', 'eva@ejemplo.test'])
    expect(again[0]?.text).toContain('26 de noviembre, 8:00\u00a0p.\u00a0m.')
    // A letter with an outdated day is over: nobody lets it go on.
    await setColumns(shop.ctx, 'letters', { estado: 'saliendo' })
    shop.ctx.clock.advance(31_000)
    expectOk(await putOff('2026-11-26T20:00:00-04:00', '2026-11-27T20:00:00-04:00', 'Todavía no hay luz.'))
    await sendPortions(shop.ctx)
    const { cartas } = await readLetters(shop.ctx)
    expect(cartas.filter(({ motivo }) => /otra vez/.test(motivo)).map(({ estado }) => estado)).toEqual(
      cartas.slice(1).map(() => 'terminada'),
    )
    expect(cartas).toHaveLength(3)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a stopped letter does not leave until it goes on, and copies that left are not sent again', async () => {
    const { shop, call, start, sink } = await open(setup)
    for (let at = 0; at < 5; at++) await buy(shop)
    await forgetMails(shop)
    const transport = smtpTransport(atServer(sink.url, 'rifas@ejemplo.test'))
    const { id } = (await start()).json()
    await sendPortions(shop.ctx)
    expect(await sendOnce(shop.ctx, transport)).toBe(2)
    const stopped = await call('POST', `/cartas/${id}/detener`)
    expect(stopped.json()).toMatchObject({ estado: 'detenida', enviadas: 2, faltan: 3, motivo: '' })
    expectOk(await call('POST', `/cartas/${id}/detener`))
    shop.ctx.clock.advance(1_200_000)
    await sendPortions(shop.ctx)
    expect(await sendOnce(shop.ctx, transport)).toBe(0)
    const waiting = (await call('GET', '/correos'))
      .json()
      .correos.find((one: { estado: string }) => one.estado === 'pendiente')
    expect(waiting).toMatchObject({ detenido: true })
    expectOk(await call('POST', `/cartas/${id}/continuar`, { al_dia: 1_000_000 }))
    expectOk(await call('POST', `/cartas/${id}/continuar`, { al_dia: 1_000_000 }))
    while ((await sendOnce(shop.ctx, transport)) > 0) await sendPortions(shop.ctx)
    await sendPortions(shop.ctx)
    transport.close()
    expect(new Set(addressesOf(sink.received)).size).toBe(5)
    expect(sink.received).toHaveLength(5)
    const deeds = await readDeeds(shop.ctx, 'carta %')
    expect(deeds.map(({ accion }) => accion)).toEqual(['carta enviada', 'carta detenida', 'carta continuada'])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a buyer annulled before it leaves gets none, and one that loses one of two purchases reads of the other', async () => {
    const { shop, call, start, deliver } = await open(setup)
    const gone = await buy(shop, { correo: 'fuera@ejemplo.test' })
    const one = await buy(shop, { correo: 'dos@ejemplo.test', nombre: 'Dos Compras' })
    const two = await buy(shop, { correo: 'dos@ejemplo.test', nombre: 'Dos Compras' })
    await forgetMails(shop)
    expectOk(await start())
    await sendPortions(shop.ctx)
    await annulPurchase(shop.ctx, gone.id, null, { actor: TESTER, motivo: 'Devuelta' })
    await annulPurchase(shop.ctx, two.id, null, { actor: TESTER, motivo: 'Devuelta' })
    await forgetMails(shop)
    const received = await Promise.all((await deliver()).map(parsed))
    expect(received.map(({ to }) => to)).toEqual(['dos@ejemplo.test'])
    for (const number of one.numeros) expect(wordsOf(received[0])).toContain(number)
    expect(received[0]?.text).toContain('Son 2.')
    expect(wordsOf(received[0])).not.toContain(two.numeros[0])
    expect((await call('GET', `/rifas/${shop.id}/cartas`)).json().cartas).toMatchObject([
      { estado: 'terminada', enviadas: 1, omitidas: 1 },
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('its words are those of its start, whatever the site and the raffle are called since', async () => {
    const { shop, start, deliver } = await open(setup)
    await buy(shop)
    await forgetMails(shop)
    expectOk(await start())
    await setColumns(shop.ctx, 'raffles', { titulo: 'Otra cosa' })
    const [mail] = await Promise.all((await deliver()).map(parsed))
    expect(mail?.subject).toBe('Mañana se sortea «Moto 200 cc»')
  })

  test('to more than a few it takes a test of the same words and a fresh code, and owners are told', async () => {
    const { shop, call, code, sink, deliver } = await open(setup)
    for (let at = 0; at <= FEW; at++) await buy(shop)
    await forgetMails(shop)
    const clave = newKey()
    const send = (more = {}) =>
      call('POST', `/rifas/${shop.id}/cartas`, { clave, carta: LETTER, al_dia: 1_000_000, ...more })
    expect((await send()).json().code).toBe('CARTA_SIN_PRUEBA')
    const other = { ...LETTER, textos: { ...WORDS, titulo: 'Otro' } }
    const tried = await call('POST', `/rifas/${shop.id}/cartas/prueba`, other)
    expect(tried.json()).toEqual({ para: 'duena@ejemplo.test' })
    expect((await send()).json().code).toBe('CARTA_SIN_PRUEBA')
    expectOk(await call('POST', `/rifas/${shop.id}/cartas/prueba`, LETTER))
    expect((await send()).statusCode).toBe(422)
    expect((await send({ codigo: '000000' })).json().code).toBe('CODIGO_INVALIDO')
    const codigo = code()
    expectOk(await send({ codigo }))
    // A repeat after a lost answer needs no other code.
    expectOk(await send({ codigo }))
    await deliver()
    const tests = await Promise.all(
      sink.received.filter(({ recipients }) => recipients[0] === 'duena@ejemplo.test').map(parsed),
    )
    expect(tests.map(({ subject }) => subject).sort()).toEqual([
      'Salió un comunicado a tus compradores · Tómbola',
      '[Prueba] Mañana se sortea «Moto 200 cc»',
      '[Prueba] Mañana se sortea «Moto 200 cc»',
    ])
    expect(sink.received).toHaveLength(FEW + 1 + 3)
  })

  test('an address that does not exist, or bounced, gets no copy, and the letter counts them', async () => {
    const { shop, call, start, deliver } = await open(setup)
    await buy(shop, { correo: 'no-existe@ejemplo.test' })
    await buy(shop)
    await forgetMails(shop)
    const en = shop.ctx.clock.now()
    await shop.ctx.db.write('prueba', (tx) =>
      suppress(tx, { correo: 'no-existe@ejemplo.test', motivo: 'x', correo_id: 1, en }),
    )
    const { alcance } = (await call('GET', `/rifas/${shop.id}/cartas`)).json()
    expect(alcance.confirmados).toEqual({ personas: 2, no_existen: 1, de_baja: 0, sin_correo: 0 })
    expect((await start()).json().personas).toBe(1)
    expect(await deliver()).toHaveLength(1)
  })

  test('a letter whose day is over leaves no more, and cannot be started', async () => {
    const { shop, start, deliver } = await open(setup)
    await buy(shop)
    await forgetMails(shop)
    expect((await start({ ...LETTER, hasta: '2026-11-19' })).json().campos).toEqual({
      'carta.hasta': 'Ese día ya pasó.',
    })
    expectOk(await start({ ...LETTER, hasta: '2026-11-20' }))
    await sendPortions(shop.ctx)
    // Looked after meanwhile, while its mail server was away.
    for (let hour = 0; hour < 13; hour++) {
      shop.ctx.clock.advance(3_600_000)
      await sendPortions(shop.ctx)
    }
    expect(await deliver()).toEqual([])
    expect((await readLetters(shop.ctx)).cartas).toMatchObject([{ estado: 'terminada', omitidas: 1 }])
  })

  test('it stops when no server has looked after it: an older copy may have been put back', async () => {
    const { shop, start, deliver } = await open(setup)
    await buy(shop)
    await forgetMails(shop)
    const { id } = (await start()).json()
    await sendPortions(shop.ctx)
    shop.ctx.clock.advance(3 * 3_600_000)
    // The delivery may look before the letters do.
    expect(await deliver()).toEqual([])
    expect((await readLetters(shop.ctx)).cartas).toMatchObject([
      { estado: 'detenida', motivo: expect.stringContaining('respaldo'), faltan: 1 },
    ])
    await goOn(shop.ctx, id, 500, TESTER)
    const [mail] = await Promise.all((await deliver()).map(parsed))
    // Earlier recipients get the same one again.
    expect(mail?.mail.messageId).toMatch(/^<\w{32}\.0@ejemplo\.test>$/)
  })

  test('it stops when its raffle is put away, and none is started', async () => {
    const { shop, start, deliver, call } = await open(setup)
    await buy(shop)
    await forgetMails(shop)
    await setColumns(shop.ctx, 'raffles', { estado: 'cerrada' })
    const { id } = (await start()).json()
    await archiveRaffle(shop.ctx, shop.id, true, TESTER)
    expect(await deliver()).toEqual([])
    expect((await readLetters(shop.ctx)).cartas).toMatchObject([{ estado: 'detenida', motivo: 'La rifa se archivó.' }])
    expect((await call('POST', `/cartas/${id}/continuar`, { al_dia: 500 })).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await start()).json().code).toBe('ESTADO_NO_PERMITE')
  })

  test('the words of an owner are text', async () => {
    const { shop, start, deliver } = await open(setup)
    await buy(shop)
    await forgetMails(shop)
    for (const [what, words, status] of [
      ['a header', { asunto: 'Hola\r\nBcc: otro@ejemplo.test' }, 200],
      ['a tag', { cuerpo: '<script>alert(1)</script> <a href="javascript:x">aquí</a>' }, 200],
      ['an unknown name', { cuerpo: 'Hola, {secreto}' }, 422],
      ['a hidden turn', { asunto: 'Hola \u202egnp.exe' }, 200],
    ] as const) {
      const answer = await start({ ...LETTER, textos: { ...WORDS, ...words } })
      expect([what, answer.statusCode], answer.body).toEqual([what, status])
    }
    const received = await Promise.all((await deliver()).map(parsed))
    expect(received).toHaveLength(3)
    for (const { mail, html, subject } of received) {
      expect(mail.bcc).toBeUndefined()
      expect(html).not.toMatch(/<script|href="javascript/)
      expect(subject).not.toMatch(/\u202e|[\r\n]/)
    }
  })
})
