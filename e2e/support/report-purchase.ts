import sharp from 'sharp'
import { expect } from 'vitest'

/** A purchase as any client of the specification reports it. */
export async function reportPurchase(
  address: string,
  correo: string,
  referencia: string,
  more: Record<string, string> = {},
): Promise<void> {
  const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#dfe7ee' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  const fields = {
    id_rifa: '2',
    cantidad_tickets: '2',
    total: '2600.00',
    nombre: 'Carla Mendoza',
    cedula: '12345678',
    telefono: '04141234567',
    correo,
    referencia,
    metodo_pago: 'Pago Movil',
    ...more,
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('comprobante', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'pago.jpg')
  const answer = await fetch(`${address}/api/rifas/participantes`, { method: 'POST', body: form })
  expect(answer.status, await answer.text()).toBe(201)
}
