import { AppError } from '#platform/errors.ts'
import { parseMoney, parseRate } from '#platform/money.ts'
import type { RaffleFields } from '../contract.ts'
import { checkRaffle } from '../raffle-rules.ts'
import { sanitiseDescription } from './sanitise-description.ts'
import type { Raffle } from './store.ts'

/** What an operator decides of a raffle, as its row holds it. */
export function fieldsOf(raffle: Raffle): RaffleFields {
  const { titulo, descripcion, premio, precio, moneda, fecha, tasa_usd, total_numeros, digitos, seleccion } = raffle
  const { gracia_segundos, minimo, maximo, tope_sin_verificar } = raffle
  return {
    titulo,
    descripcion,
    premio,
    precio,
    moneda,
    fecha,
    tasa_usd,
    total_numeros,
    digitos,
    seleccion,
    registro_unico: raffle.registro_unico === 1,
    gracia_segundos,
    minimo,
    maximo,
    tope_sin_verificar,
  }
}

type Columns = Pick<Raffle, keyof RaffleFields>

/** The fields as columns: money and rate in their one form, the description without what could act. */
export function columnsOf(fields: RaffleFields): Columns {
  const precio = parseMoney(fields.precio)
  const tasa_usd = fields.tasa_usd === null ? null : parseRate(fields.tasa_usd)
  if (precio === null || (fields.tasa_usd !== null && tasa_usd === null)) {
    throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', 'precio o tasa_usd no se puede leer.')
  }
  return {
    ...fields,
    precio,
    tasa_usd,
    descripcion: sanitiseDescription(fields.descripcion),
    registro_unico: fields.registro_unico ? 1 : 0,
  }
}

/** @throws AppError 422 DATOS_INVALIDOS with `campos` */
export function refuseContradictions(fields: RaffleFields): void {
  const campos = checkRaffle(fields)
  const first = Object.values(campos)[0]
  if (first !== undefined) {
    throw new AppError(422, 'DATOS_INVALIDOS', 'Datos inválidos', first, { extra: { campos } })
  }
}
