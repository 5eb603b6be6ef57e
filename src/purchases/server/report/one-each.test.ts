import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { checkOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'

const VICTIM = { cedula: 'V6666666', telefono: '04147654321', correo: 'victima@ejemplo.test' }
const STRANGER = '190.1.1.1'
const HOME = '186.2.2.2'

let sent = 0
/** Every report has its own payment and proof; fields not given are shared with nobody. */
async function reportFrom(shop: Shop, ip: string, person: Partial<typeof VICTIM>) {
  const which = ++sent
  const bytes = Buffer.concat([JPEG, Buffer.from(`-${which}`)])
  const fields = {
    cedula: `V${20_000_000 + which}`,
    telefono: `0412${1_000_000 + which}`,
    correo: `otro${which}@ejemplo.test`,
    referencia: String(300_000_000 + which * 7_919),
    ...person,
  }
  return report(shop, fields, { remoteAddress: ip, proof: { bytes, name: 'pago.jpg', type: 'image/jpeg' } })
}

const told = (shop: Shop, id: number) => checkOf(shop, id, 'persona')

const open = (setup: Setup) => openShop(setup, { registro_unico: true, total_numeros: 1_000 })
const outcome = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

onBothEngines('where each takes part once, and somebody writes another’s data', (setup) => {
  test('of twenty simultaneous approvals with one person’s data one succeeds', async () => {
    const shop = await open(setup)
    const ids: number[] = []
    for (let place = 0; place < 20; place++)
      ids.push((await reportFrom(shop, `190.1.2.${place}`, { telefono: VICTIM.telefono })).json().id)
    const outcomes = await Promise.all(ids.map((id) => outcome(judge.approve(shop, id, 1, { motivo: 'Pagó.' }))))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'PERSONA_YA_PARTICIPA')).toHaveLength(19)
  })
})

onSqlite('where each takes part once, and somebody writes another’s data', (setup) => {
  test('a payer is not sent away: both are accepted, the desk is told, and one is confirmed', async () => {
    const shop = await open(setup)
    const fake = (await reportFrom(shop, STRANGER, VICTIM)).json().id
    const answer = await reportFrom(shop, HOME, VICTIM)
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json()
    for (const one of [fake, id])
      expect(await told(shop, one)).toMatchObject({
        nivel: 'aviso',
        titulo: 'Otro reporte dice ser de la misma persona',
        detalle: expect.stringContaining('la cédula, el teléfono y el correo'),
      })
    await judge.approve(shop, id, 1)
    expect(await told(shop, fake)).toMatchObject({ nivel: 'grave', compras: [{ id }] })
    expect(await outcome(judge.approve(shop, fake, 1, { motivo: 'Igual la apruebo.' }))).toBe('PERSONA_YA_PARTICIPA')
    // Taken back or annulled, the other one may take part.
    await judge.undo(shop, id)
    await judge.approve(shop, fake, 1)
    expect(await outcome(judge.approve(shop, id, null, { motivo: 'Pagó.' }))).toBe('PERSONA_YA_PARTICIPA')
    await judge.annul(shop, fake, null, { motivo: 'Era falsa.' })
    expect(await outcome(judge.approve(shop, id, null, { motivo: 'Pagó.' }))).toBe('done')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('nobody learns from a report whose phone or mail takes part; control: the reporter of it is told', async () => {
    const shop = await open(setup)
    const waiting = (await reportFrom(shop, HOME, VICTIM)).json().id
    const probe = async (ip: string, person: Partial<typeof VICTIM>) => {
      const { statusCode, ...answer } = await reportFrom(shop, ip, person)
      return [statusCode, answer.json().code ?? Object.keys(answer.json()).sort().join(), answer.json().campo]
    }
    const unknown = await probe(STRANGER, {})
    expect(unknown[0]).toBe(201)
    const { cedula, telefono, correo } = VICTIM
    for (const [place, known] of [{ cedula }, { telefono }, { correo }].entries())
      expect(await probe(`190.1.3.${place}`, known)).toEqual(unknown)
    for (const [campo, known] of Object.entries({ cedula: { cedula }, telefono: { telefono }, correo: { correo } }))
      expect(await probe(HOME, known)).toEqual([409, 'REGISTRO_DUPLICADO', campo])
    await judge.approve(shop, waiting, 1, { motivo: 'Pagó.' })
    for (const [place, known] of [{ telefono }, { correo }].entries())
      expect(await probe(`190.1.4.${place}`, known)).toEqual(unknown)
    // The lookup tells anybody about a confirmed cédula.
    expect(await probe('190.1.5.1', { cedula })).toEqual([409, 'REGISTRO_DUPLICADO', 'cedula'])
  })

  test('a rejection lets both go, and a correction comes back next to a newer participant', async () => {
    const shop = await open(setup)
    const fake = (await reportFrom(shop, STRANGER, VICTIM)).json().id
    await judge.reject(shop, fake, 1, { motivo: 'No está en la cuenta.' })
    const { id } = (await reportFrom(shop, HOME, VICTIM)).json()
    expect((await told(shop, id))?.titulo).not.toBe('Otro reporte dice ser de la misma persona')
    await judge.approve(shop, id, 1, { motivo: 'Pagó.' })
    expect(await outcome(judge.undo(shop, fake))).toBe('REGISTRO_DUPLICADO')
    expect(await audit(shop.ctx)).toEqual([])
  })
})
