import type { Contradiction } from '#money/server/contradictions.ts'
import type { Unseen } from '#money/server/list-unseen.ts'
import { tellNear } from '#money/verdict.ts'
import { formatMoney, moneyOfCents } from '#platform/money.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Check } from '../../contract.ts'
import { named, warn } from './check-reference.ts'
import type { Named } from './gather-evidence.ts'

/**
 * The bank's objection to a report. It never decides; approving against it needs a reason.
 * @param paid purchases that the money pays already.
 */
export function checkBank(
  { monto_moneda }: Pick<Purchase, 'monto_moneda'>,
  contradiction: Contradiction,
  paid: readonly Named[],
): Check {
  const say = (cents: number) => formatMoney(moneyOfCents(BigInt(Math.abs(cents))), monto_moneda)
  const grave = (titulo: string, detalle: string): Check => ({
    sobre: 'banco',
    nivel: 'grave',
    titulo,
    detalle,
    compras: named(paid),
  })
  switch (contradiction.que) {
    case 'cerca':
    case 'monto': {
      const { llego, de_mas } = contradiction
      const difference = de_mas < 0 ? `faltan ${say(de_mas)}` : `sobran ${say(de_mas)}`
      const detalle = `Con su referencia llegaron ${say(llego)}: ${difference}.`
      if (contradiction.que === 'monto') return grave('Al banco llegó otro monto', detalle)
      const more = 'Si apruebas, se acepta ese monto y los libros cuentan la diferencia.'
      return { ...grave(tellNear(contradiction.regla, contradiction.dia), `${detalle} ${more}`), nivel: 'aviso' }
    }
    case 'pagador':
      return grave(
        'El banco dice que pagó otra persona',
        `Llegó con su referencia y su monto, de ${contradiction.pagador}. Pregúntale quién pagó.`,
      )
    case 'usado':
      return paid.length > 0
        ? grave(
            'Ese dinero ya paga otra compra',
            'Lo que llegó con su referencia ya está unido. Un pago paga una sola vez.',
          )
        : grave('Ese dinero ya se devolvió o se apartó', 'Lo que llegó para esta compra no está disponible.')
    case 'revertido':
      return grave(
        'El banco se llevó ese dinero',
        'Lo que llegó para esta compra salió después de la cuenta, con la misma referencia y el mismo monto.',
      )
    case 'falta':
      return grave(
        'Lo que llegó no alcanza',
        `Lo que se unió a esta compra es menos de lo que debía: faltan ${say(contradiction.falta)}.`,
      )
  }
}

/** The account was read after the report, and its money is not there for sure: no reason to reject it, and none to be in a hurry. */
export function tellUnseen(unseen: Unseen): Check {
  return unseen === 'no_visto'
    ? warn(
        'banco',
        'No visto en la cuenta',
        'La cuenta se leyó después del reporte. Puede estar en camino, o en una fila no leída: no es motivo para rechazarlo.',
      )
    : warn('banco', 'Por mirar en el banco', 'Llegó dinero que puede ser el suyo: mira cuál es antes de aprobar.')
}
