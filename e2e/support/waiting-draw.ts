import { byLottery, rewriteRule } from '#app/server/testing/led-draw.ts'
import { HOUR, ruleFields } from '#app/server/testing/ruled-shop.ts'
import { addRaffle } from '#app/server/testing/shop.ts'
import type { Lottery } from '#draw/rule.ts'
import { closeDue } from '#draw/server/close-due.ts'
import { freezeDue } from '#draw/server/list/freeze-list.ts'
import { setRule } from '#draw/server/rule/change-rule.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { dayInCaracas, type Instant, wholeSecond, writeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { fingerprint, reportPurchase } from '#purchases/server/report/report-purchase.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { inside } from './product.ts'
import { setUpShop } from './set-up.ts'

export const SECOND = { nombre: 'Ana Ejemplo', correo: 'ana@ejemplo.test', clave: 'otra frase larga y propia' }

/**
 * A shop whose raffle was sold and closed days ago: its list is frozen, and the lottery of its prize has drawn since. An owner and somebody who
 * reviews work in it.
 * @returns the raffle, all of whose numbers, `00` and `01`, one person has.
 */
export async function setUpWaitingDraw(env: Record<string, string>): Promise<number> {
  await setUpShop(env)
  return inside(env, async (ctx) => {
    await createOperator(ctx, { ...SECOND, rol: 'revisor' }, TESTER)
    const start = ctx.clock.now() - 100 * HOUR
    /** As of so many hours after that. */
    const then = (hours: number): Ctx => ({ ...ctx, clock: { now: () => (start + hours * HOUR) as Instant } })
    const before = then(0)
    const id = await addRaffle(before, { titulo: 'Moto 125 cc', total_numeros: 2 })
    const rule = ruleFields({
      cierre: { tipo: 'instante', en: writeInstant(wholeSecond((start + 10 * HOUR) as Instant)) },
      ...{ revision_horas: 1, espera_minutos: 120 },
      premios: [{ ...byLottery({ hora: '13:00' }), titulo: 'Moto 125 cc' }],
    })
    await setRule(before, id, 0, rule, TESTER)
    await asBefore(before, id)
    const { id: purchase } = await reportPurchase(
      then(1),
      {
        ...{ rifa_id: id, cantidad_tickets: 2, total: '10.00', nombre: 'Carla Mendoza', cedula: 'V20000001' },
        ...{ telefono: '04141000001', correo: '', referencia: '700000000001', metodo_pago: 'zelle', numeros: null },
        ...{ fecha: dayInCaracas(then(1).clock.now()), apartado: null, terminos: '1', tasa_no_verificada: false },
      },
      null,
      { clave: 'muestra-1', huella: fingerprint({}, null) },
      { id: null, nombre: TESTER.nombre, callado: true },
    )
    await approvePurchase(then(2), purchase, 1, { actor: TESTER })
    await closeDue(then(11))
    await freezeDue(then(12))
    return id
  })
}

/** The rule as it was before rules named a page: what two people type is a result at once, and nobody has to wait for half an hour. */
const asBefore = (ctx: Ctx, id: number): Promise<void> =>
  rewriteRule(ctx, id, (rule) => ({
    ...rule,
    premios: rule.premios.map(({ por, ...prize }) => {
      const { pagina: _, objecion_minutos: __, ...before } = por as Lottery
      return { ...prize, por: before }
    }),
  }))
