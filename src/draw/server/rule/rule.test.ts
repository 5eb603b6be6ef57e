import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { hold, ofHold, ownPage } from '#app/server/testing/buyer.ts'
import { type Desk, deskOf, openDesk } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { addHand, byLottery } from '#app/server/testing/led-draw.ts'
import { atClose, buy, CLOSE, HOUR, openRuled, raffleOf, ruleFields, tick } from '#app/server/testing/ruled-shop.ts'
import { OWNER, report, type Shop, said } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { giveSecondFactor } from '#operators/server/testing/second-factor.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { readHome } from '#reports/server/read-home.ts'
import type { PanelRule, RuleFields } from '../../contract.ts'
import { readRule } from '../../rule.ts'
import { latestClose, readStep } from '../../steps.ts'
import { closeDue } from '../close-due.ts'
import { setRule } from './change-rule.ts'

const put = (shop: Desk, version: number, regla: RuleFields, publica = false) =>
  shop.put(`/rifas/${shop.id}/regla`, { version, regla, publica })
const remove = (shop: Desk, version: number) => shop.drop(`/rifas/${shop.id}/regla`, { version })
const read = async (shop: Desk) => (await shop.get(`/rifas/${shop.id}/regla`)).json<PanelRule>()
const published = ({ app, id }: Shop) => app.inject(`/api/rifas/${id}/sorteo`)
/** Saves fields of the raffle, as it is now. */
async function save(shop: Desk, campos: object) {
  const { version } = await raffleOf(shop)
  return shop.post(`/rifas/${shop.id}`, { version, campos })
}
/** A copy of the raffle, which is a draft. */
async function copyOf(shop: Desk): Promise<Desk> {
  const copied = await shop.post(`/rifas/${shop.id}/duplicar`, { clave: 'copia-uno' })
  return { ...shop, id: copied.json().id }
}

const LATER = '2026-11-25T20:00:00-04:00'

/** A raffle whose close an owner postpones. */
async function openPostponed(setup: Setup, rule: Partial<RuleFields> = {}) {
  const shop = await deskOf(await openRuled(setup, rule))
  const code = await giveSecondFactor(shop.ctx, OWNER.correo)
  const given = { de: CLOSE, a: LATER, motivo: 'Faltan boletos por vender.' }
  const postpone = (changes: object = {}) =>
    shop.post(`/rifas/${shop.id}/aplazar`, { ...given, codigo: code(), ...changes })
  return { shop, postpone }
}

onBothEngines('the rule of a raffle', (setup) => {
  test('raced with the first sale, the rule that the buyer found is the rule', async () => {
    const shop = await openRuled(setup)
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const { version } = await raffleOf(shop)
    let sold = false
    const sale = report(shop).then(async (answer) => {
      expect(answer.statusCode).toBe(201)
      sold = true
      return (await raffleOf(shop)).regla_sha256
    })
    const changes = [true, false, true, false].map(async (uno_por_persona, place) => {
      const before = sold
      const done = await setRule(twin, shop.id, version + place, ruleFields({ uno_por_persona }), TESTER).then(
        () => true,
        (error: { code: string }) => {
          expect(['REGLA_FIJA', 'VERSION_VIEJA']).toContain(error.code)
          return false
        },
      )
      expect(before && done).toBe(false)
    })
    const [found] = await Promise.all([sale, ...changes])
    expect((await raffleOf(shop)).regla_sha256).toBe(found)
    expect((await published(shop)).json().regla_sha256).toBe(found)
    expect(await audit(shop.ctx)).toEqual([])
  })
})

onSqlite('the rule of a raffle', (setup) => {
  test('an owner sets it, everybody reads it, and it is taken away again', async () => {
    const shop = await openDesk(setup)
    expect((await published(shop)).statusCode).toBe(404)
    expect(await read(shop)).toMatchObject({ version: 0, regla: null, fija: null, cierra_en: null })
    const set = await put(shop, 0, ruleFields())
    expect(set.statusCode, set.body).toBe(200)
    expect(set.json()).toMatchObject({ regla: ruleFields(), cierra_en: CLOSE, cierra_con: null, fija: null })
    const document = (await published(shop)).json()
    expect(document).toMatchObject({ rifa: shop.id, cierre: null, lista_sha256: null, pasos: [], premios: [null] })
    expect(document).toMatchObject({ regla: set.json().texto, regla_sha256: set.json().sha256 })
    expect(readRule(document.regla)).toMatchObject({ rifa: shop.id, numeros: 100, cifras: 2, faro: { periodo: 3 } })
    const again = await published(shop)
    const etag = String(again.headers['etag'])
    const unchanged = await shop.app.inject({ url: `/api/rifas/${shop.id}/sorteo`, headers: { 'if-none-match': etag } })
    expect(unchanged.statusCode).toBe(304)
    const { version } = set.json()
    const stale = await put(shop, 0, ruleFields({ uno_por_persona: true }))
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'VERSION_VIEJA', version }])
    const other = await put(shop, version, ruleFields({ uno_por_persona: true }))
    expect((await published(shop)).json().regla_sha256).toBe(other.json().sha256)
    expect((await remove(shop, version)).json().code).toBe('VERSION_VIEJA')
    expect((await remove(shop, other.json().version)).json()).toMatchObject({ version: 0, regla: null })
    expect((await published(shop)).statusCode).toBe(404)
    expect(await raffleOf(shop)).toMatchObject({ regla_sha256: null, cierra_en: null, revision_horas: null })
    expect((await readDeeds(shop.ctx, 'regla%')).map(({ accion }) => accion)).toEqual([
      'regla del sorteo fijada',
      'regla del sorteo fijada',
      'regla del sorteo quitada',
    ])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('from the first hold on it stays, also when the purchase is rejected', async () => {
    const shop = await openDesk(setup, { gracia_segundos: 0 })
    const { version } = (await put(shop, 0, ruleFields())).json()
    const token = (await hold(shop)).json().token
    const held = await put(shop, version, ruleFields({ uno_por_persona: true }))
    expect(said(held)).toEqual([409, 'REGLA_FIJA'])
    await ofHold(shop, token, 'soltar')
    const free = await put(shop, version, ruleFields({ uno_por_persona: true }))
    expect(free.statusCode, free.body).toBe(200)
    const { id } = (await report(shop)).json()
    await judge.reject(shop, id, 1)
    shop.ctx.clock.advance(60_000)
    const later = free.json().version
    expect((await put(shop, later, ruleFields())).json().code).toBe('REGLA_FIJA')
    expect((await remove(shop, later)).json().code).toBe('REGLA_FIJA')
    expect((await read(shop)).fija).toBe('Ya hay compras, y quien compró vio esta regla.')
  })

  test('it counts the numbers that end its sale', async () => {
    const shop = await openDesk(setup, { total_numeros: 150 })
    const limite = CLOSE
    const first = await put(shop, 0, ruleFields({ cierre: { tipo: 'porcentaje', porcentaje: 33, limite } }))
    expect(first.json()).toMatchObject({ cierra_con: 50, cierra_en: CLOSE })
    const { version } = first.json()
    const second = await put(shop, version, ruleFields({ cierre: { tipo: 'agotarse', limite: null } }))
    expect(second.json()).toMatchObject({ cierra_con: 150, cierra_en: null })
  })

  test.each(['sold', 'closed'])('texts that buyers read beside it are fixed once it is %s', async (then) => {
    const ruled = await openRuled(setup, {}, { premio: 'Moto 200 cc', fecha: '2026-11-22' })
    await buy(ruled)
    if (then === 'closed') atClose(ruled)
    await closeDue(ruled.ctx)
    const shop = await deskOf(ruled)
    const words = { titulo: 'Bicicleta', premio: 'Bicicleta usada', fecha: '2027-03-01' }
    for (const [field, value] of Object.entries(words)) {
      const refused = await save(shop, { [field]: value })
      expect([refused.statusCode, refused.json().campos], field).toEqual([409, { [field]: expect.any(String) }])
    }
    expect((await save(shop, { descripcion: 'Sale de la caja.' })).statusCode).toBe(200)
  })

  test('its day is shown wherever the draw is mentioned, moves with it, and is typed by nobody', async () => {
    const shop = await deskOf(await openRuled(setup))
    const { secreto } = await buy(shop)
    const own = async () => (await ownPage(shop, secreto)).json().fecha_sorteo
    const said = async () => [await own(), (await readHome(shop.ctx, { id: 1 })).rifas[0]?.fecha]
    expect(await said()).toEqual(['2026-11-22', '2026-11-22'])
    expect(JSON.stringify(await readMails(shop.ctx))).toContain('El sorteo es el 22 de noviembre.')
    expect((await save(shop, { fecha: '2026-12-01' })).json()).toMatchObject({
      code: 'CAMPO_BLOQUEADO',
      campos: { fecha: expect.any(String) },
    })
    const code = await giveSecondFactor(shop.ctx, OWNER.correo)
    const later = { de: CLOSE, a: '2026-11-25T20:00:00-04:00', motivo: 'Faltan boletos.', codigo: code() }
    await shop.post(`/rifas/${shop.id}/aplazar`, later)
    expect(await said()).toEqual(['2026-11-26', '2026-11-26'])
  })

  test('a rule by sold tickets has no day until the list is frozen', async () => {
    const cierre = { tipo: 'porcentaje', porcentaje: 2, limite: null } as const
    const shop = await openRuled(setup, { cierre }, { fecha: '2026-12-24' })
    expect((await raffleOf(shop)).fecha).toBe('')
    await buy(shop)
    await tick(shop)
    shop.ctx.clock.advance(HOUR)
    await tick(shop)
    expect((await raffleOf(shop)).fecha).toMatch(/^2026-11-2/)
  })

  test('a rule that contradicts itself, or the raffle, is refused with the field', async () => {
    const shop = await openDesk(setup)
    const prize = (cifras: number) => [
      byLottery({ partes: [{ loteria: 'Triple Gana', toma: 'ultimas', cifras, al_reves: false }] }),
    ]
    const wrong: [Partial<RuleFields>, string][] = [
      [{ cierre: { tipo: 'instante', en: '2026-11-20T11:59:59-04:00' } }, 'cierre'],
      [{ premios: prize(3) }, 'premios'],
      [{ revision_horas: 0 }, 'regla.revision_horas'],
    ]
    for (const [changes, field] of wrong) {
      const answer = await put(shop, 0, ruleFields(changes))
      expect([answer.statusCode, Object.keys(answer.json().campos ?? {})], answer.body).toEqual([422, [field]])
    }
    const right = await put(shop, 0, ruleFields({ premios: prize(2) }))
    expect(right.statusCode, right.body).toBe(200)
  })

  test('sold without one, it can get none any more', async () => {
    const shop = await openDesk(setup)
    await report(shop)
    expect((await read(shop)).fija).toBe('Ya hay compras, y por eso ya no se le puede poner una.')
    expect((await put(shop, 0, ruleFields())).json().code).toBe('REGLA_FIJA')
  })

  test('to publish with it takes the proof that publishing takes, before it is saved', async () => {
    const shop = await copyOf(await openDesk(setup))
    const { 'x-tombola-permiso': _, ...bare } = shop.headers
    const refused = await put(await deskOf(shop, bare), 0, ruleFields(), true)
    const details = expect.stringMatching(/^Para publicar una rifa /)
    expect(refused.json()).toMatchObject({ code: 'CONFIRMACION_NECESARIA', details })
    expect(await read(shop)).toMatchObject({ version: 0, regla: null })
    expect((await put(shop, 0, ruleFields(), true)).statusCode).toBe(200)
  })

  test('facts of the raffle that it names do not change under it', async () => {
    const shop = await deskOf(await openRuled(setup))
    const more = await save(shop, { total_numeros: 1_000 })
    expect(said(more)).toEqual([409, 'CAMPO_BLOQUEADO'])
    expect(Object.keys(more.json().campos)).toEqual(['total_numeros', 'digitos'])
    expect((await save(shop, { titulo: 'Moto 250 cc' })).statusCode).toBe(200)
    // Control: without the rule the number of tickets is nobody's yet.
    expect((await remove(shop, (await read(shop)).version)).statusCode).toBe(200)
    expect((await save(shop, { total_numeros: 1_000 })).statusCode).toBe(200)
  })

  test('a copy of a raffle begins with its rule, and says how many may type the result of a lottery', async () => {
    const shop = await deskOf(await openRuled(setup, { premios: [byLottery()] }))
    const copy = await copyOf(shop)
    const { regla } = await read(shop)
    expect(await read(shop)).toMatchObject({ modelo: null, manos: 1 })
    await addHand(shop, 'Rafael')
    await addHand(shop, 'Lucía', 'lector')
    expect(await read(copy)).toMatchObject({ regla: null, modelo: regla, manos: 2 })
    // Its own, once it has one.
    await put(copy, 0, ruleFields())
    expect(await read(copy)).toMatchObject({ regla: ruleFields(), modelo: null })
  })

  test('a draft whose close is over is not published', async () => {
    const shop = await openDesk(setup)
    const draft = await copyOf(shop)
    expect((await put(draft, 0, ruleFields())).statusCode).toBe(200)
    expect((await published(draft)).statusCode).toBe(404)
    atClose(shop)
    const late = publishRaffle(shop.ctx, draft.id, TESTER)
    await expect(late).rejects.toMatchObject({ status: 409, code: 'CIERRE_PASADO' })
  })
})

onBothEngines('a close that is postponed', (setup) => {
  test('no step is left out, taken away from among others, or of a raffle without a rule', async () => {
    const { shop, postpone } = await openPostponed(setup)
    await postpone()
    const step = { rifa_id: shop.id, texto: 'x', en: shop.ctx.clock.now(), actor: 'nadie' }
    const write = (rows: object) =>
      shop.ctx.db.write('prueba', (tx) =>
        tx
          .insertInto('draw_steps')
          .values(rows as never)
          .execute(),
      )
    await expect(write({ ...step, orden: 2, anterior: 1 })).rejects.toThrow()
    await expect(write({ ...step, orden: 1, anterior: null })).rejects.toThrow()
    await expect(write({ ...step, orden: 0, anterior: null })).rejects.toThrow()
    await expect(write({ ...step, rifa_id: 77, orden: 0, anterior: null })).rejects.toThrow()
    await write({ ...step, orden: 1, anterior: 0 })
    const first = shop.ctx.db.write('prueba', (tx) => tx.deleteFrom('draw_steps').where('orden', '=', 0).execute())
    await expect(first).rejects.toThrow()
  })
})

onSqlite('a close that is postponed', (setup) => {
  test('is a step that everybody sees, before its hour and with its reason', async () => {
    const { shop, postpone } = await openPostponed(setup)
    await report(shop)
    expect((await postpone({ motivo: ' ' })).statusCode).toBe(422)
    expect((await postpone({ codigo: '000000' })).statusCode).toBe(401)
    expect((await postpone({ a: '2026-11-21T19:00:00-04:00' })).json().campos).toHaveProperty('a')
    const moved = await postpone()
    expect(moved.statusCode, moved.body).toBe(200)
    expect(moved.json()).toMatchObject({ cierra_en: LATER })
    const told = (await readMails(shop.ctx)).filter(({ asunto }) => asunto.includes('aplazó el cierre'))
    expect(told).toMatchObject([{ texto: expect.stringContaining('Faltan boletos por vender.') }])
    shop.ctx.clock.advance(31_000)
    expect((await postpone()).json().code).toBe('VERSION_VIEJA')
    const { pasos, regla } = (await published(shop)).json()
    expect(pasos).toHaveLength(1)
    const step = readStep(pasos[0])
    expect(step).toEqual({
      tipo: 'aplazado',
      que: 'cierre',
      de: CLOSE,
      a: LATER,
      motivo: 'Faltan boletos por vender.',
      en: expect.stringMatching(/^2026-11-20T12:0\d:00-04:00$/),
    })
    const rule = readRule(regla)
    expect(rule && step && latestClose(rule, [step])).toBe(Date.parse(LATER))
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is put off three times at most, and by sixty days in all, as its rule says', async () => {
    const { shop, postpone } = await openPostponed(setup)
    const at = (day: string) => `2026-${day}T20:00:00-04:00`
    expect((await postpone({ a: '2027-01-21T20:00:00-04:00' })).json().code).toBe('PASO_FUERA_DE_REGLA')
    for (const [de, a] of [
      [CLOSE, at('11-25')],
      [at('11-25'), at('12-01')],
      [at('12-01'), at('12-24')],
    ]) {
      expect((await postpone({ de, a })).statusCode).toBe(200)
    }
    expect((await postpone({ de: at('12-24'), a: at('12-25') })).json().code).toBe('PASO_FUERA_DE_REGLA')
    expect((await published(shop)).json().pasos).toHaveLength(3)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('is refused once its hour has come, and where no hour ends the sale', async () => {
    const en = '2026-11-20T12:10:00-04:00'
    const { shop, postpone } = await openPostponed(setup, { cierre: { tipo: 'instante', en } })
    shop.ctx.clock.set(en)
    expect((await postpone({ de: en })).json().code).toBe('ESTADO_NO_PERMITE')
    const sold = await openPostponed(setup, { cierre: { tipo: 'agotarse', limite: null } })
    expect((await sold.postpone()).json().code).toBe('ESTADO_NO_PERMITE')
  })
})
