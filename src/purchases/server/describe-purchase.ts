import type { Raffle } from '#raffles/server/store.ts'
import type { PurchaseLine } from '../panel-contract.ts'
import type { Purchase } from './store.ts'

/** A line of the panel's lists. @param titles of raffles, by id. */
export function describePurchase(purchase: Purchase, titles: ReadonlyMap<number, Raffle['titulo']>): PurchaseLine {
  return {
    id: purchase.id,
    codigo: purchase.codigo,
    nombre: purchase.nombre,
    cedula: purchase.cedula,
    rifa_id: purchase.rifa_id,
    rifa_titulo: titles.get(purchase.rifa_id) ?? '',
    estado: purchase.estado,
    cantidad_tickets: purchase.cantidad_tickets,
    total: purchase.total,
    moneda: purchase.moneda,
    monto: purchase.monto,
    monto_moneda: purchase.monto_moneda,
    metodo_pago: purchase.metodo_pago,
    referencia: purchase.referencia,
    tasa_verificada: purchase.tasa_verificada === 1,
    vendida_por: purchase.vendida_por,
    creado_en: new Date(purchase.creado_en).toISOString(),
  }
}
