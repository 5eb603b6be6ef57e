import { type Buyer, reportByCall } from './buyer.ts'

const CARLA = { nombre: 'Carla Mendoza', cedula: '12345678', telefono: '04141234567' }

/** A purchase of two tickets of the raffle in bolívares, as any client of the specification reports it. */
export async function reportPurchase(
  address: string,
  correo: string,
  referencia: string,
  more: Partial<Buyer> = {},
): Promise<void> {
  await reportByCall(address, { ...CARLA, correo, referencia, ...more }, { id_rifa: 2, total: '2600.00' })
}
