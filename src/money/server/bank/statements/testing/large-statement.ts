import { writeXlsx } from './write-xlsx.ts'

const NAMES = ['Fecha', 'Referencia', 'Descripcion', 'Cargo', 'Abono']
const DAYS = 28

/** Payments of a month as a bank lists them, the newest first, as a file that a person downloads. Every row is a movement of its own. */
export async function largeStatement(form: 'csv' | 'xlsx', rows: number): Promise<Buffer> {
  const list = Array.from({ length: rows }, (_, at) => {
    const day = String(DAYS - Math.floor((at * DAYS) / rows)).padStart(2, '0')
    const [reference, amount] = [100_000_000 + at * 7, `${1_000 + (at % 977)},${String(at % 100).padStart(2, '0')}`]
    const payer = `TRF.OB 0174 V0${10_000_000 + at} CLIENTE ${at % 5_000}`
    return [`${day}/10/2026`, `0050${reference}`, payer, '', amount]
  })
  if (form === 'xlsx') return writeXlsx([NAMES, ...list])
  return Buffer.from([NAMES, ...list].map((cells) => `${cells.join(';')}\r\n`).join(''))
}
