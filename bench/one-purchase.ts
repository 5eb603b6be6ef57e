import { dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import type { PurchaseAnswer } from '#purchases/contract.ts'
import type { ReceivedProof } from '#purchases/server/report/receive-form.ts'
import { reportPurchase } from '#purchases/server/report/report-purchase.ts'
import { nextSerial } from './purchase-form.ts'

/** Reports a payment of two tickets by someone new, in this process. The proof's file is left out: only the transaction counts. */
export function reportOne(ctx: Ctx, raffleId: number): Promise<PurchaseAnswer> {
  const serial = nextSerial()
  const now: Instant = ctx.clock.now()
  return reportPurchase(
    ctx,
    {
      rifa_id: raffleId,
      cantidad_tickets: 2,
      total: '10.00',
      nombre: 'Carla Mendoza',
      cedula: `V${serial}`,
      telefono: '04141234567',
      correo: `carla${serial}@ejemplo.test`,
      referencia: someReference(serial),
      fecha: dayInCaracas(now),
      metodo_pago: 'pago_movil',
      numeros: null,
      apartado: null,
      terminos: '1',
      tasa_no_verificada: false,
    },
    proofWithoutFile(ctx, serial),
    null,
  )
}

/** Twelve digits that share no six in a row with those of many others, as those of many banks do not. */
function someReference(serial: string): string {
  return String((BigInt(serial) * 387_420_489n) % 1_000_000_000_000n).padStart(12, '1')
}

function proofWithoutFile(ctx: Ctx, serial: string): ReceivedProof {
  const nothing = async () => {}
  return {
    id: randomId(ctx.random),
    nombre: 'pago.jpg',
    tipo: 'image/jpeg',
    bytes: 1_000,
    sha256: serial.padStart(64, '0'),
    file: { write: nothing, commit: nothing, discard: nothing },
  }
}
