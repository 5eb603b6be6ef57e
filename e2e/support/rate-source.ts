import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { serveHere } from './serve-here.ts'

/**
 * A public source of the rate, on the loopback address: 671,4235 Bs a euro, 582,6862 a dollar, of the day on which it was opened, also when
 * midnight comes between two questions.
 */
export async function openRateSource(): Promise<{ url: string; close(): Promise<void> }> {
  const fechaActualizacion = `${dayInCaracas(Date.now() as Instant)}T00:00:00-04:00`
  const reading = (moneda: string, promedio: number) => ({
    moneda,
    fuente: 'oficial',
    nombre: moneda,
    compra: null,
    venta: null,
    promedio,
    fechaActualizacion,
  })
  const { address, close } = await serveHere((request, response) => {
    const euro = request.url === '/v1/euros/oficial'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(euro ? reading('EUR', 671.4235) : reading('USD', 582.6862)))
  })
  return { url: address, close }
}
