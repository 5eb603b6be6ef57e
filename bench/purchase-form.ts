import { randomBytes } from 'node:crypto'
import { dayInCaracas, systemClock } from '#platform/clock.ts'

const BOUNDARY = '----banco-de-pruebas-7d1f0c2e9a'
/** As wide as what takes its place, so that a form is made once and only written over. */
const SERIAL = '########'

/** Never the same twice in a run, whatever server it goes to. */
let serial = 10_000_000

/** A purchase form as a browser sends it, whose serial number can be written over. */
export interface PurchaseForm {
  headers: Record<string, string>
  /** A person, a payment and a mail address that nobody had before. The buffer is written over by the next call. */
  fill(): Buffer
}

/** @param bytes size of the proof: a JPEG by its first bytes, noise after them. */
export function purchaseForm(bytes: number): PurchaseForm {
  const fields: Record<string, string> = {
    id_rifa: '1',
    cantidad_tickets: '2',
    total: '10.00',
    nombre: 'Carla Mendoza',
    cedula: `V${SERIAL}`,
    telefono: '04141234567',
    correo: `carla${SERIAL}@ejemplo.test`,
    referencia: `0045${SERIAL}`,
    fecha: dayInCaracas(systemClock.now()),
    status: 'en revision',
    metodo_pago: 'Pago Movil',
  }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="comprobante"; filename="pago.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const text = Buffer.from(parts.join('') + file)
  const body = Buffer.concat([text, jpeg(bytes), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const serials = placesOf(text, SERIAL)
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    fill() {
      const next = String(++serial)
      for (const place of serials) body.write(next, place, 'latin1')
      return body
    },
  }
}

/** A JPEG of 1080 × 1920 by its header, which comes first: a size that noise happens to say would be refused. */
function jpeg(bytes: number): Buffer {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080780043801011100ffda', 'hex')
  return Buffer.concat([start, randomBytes(bytes - start.length)])
}

function placesOf(text: Buffer, mark: string): number[] {
  const places: number[] = []
  for (let place = text.indexOf(mark); place >= 0; place = text.indexOf(mark, place + 1)) places.push(place)
  return places
}
