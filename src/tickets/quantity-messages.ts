/** Texts of the specification's section 5 about the quantity, to the letter; the figures are the raffle's. */
export const LIMIT_TITLE = 'Límite alcanzado'
export const QUANTITY_MINIMUM_TITLE = 'Cantidad mínima'

export function limitText(maximo: number): string {
  return `El máximo de tickets permitido es ${maximo}`
}

export function minimumText(minimo: number): string {
  return `Debes seleccionar al menos ${minimo} boletos`
}
