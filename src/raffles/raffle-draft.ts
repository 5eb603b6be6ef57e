import { bareMessage } from '#platform/bare-message.ts'
import { centsOf, formatAmount, formatCount, moneyOfCents, parseMoney, readTypedMoney } from '#platform/money.ts'
import { readTypedRate } from '#rates/rate-text.ts'
import { type Currency, type RaffleField, type RaffleFields, raffleFields, type Selection } from './contract.ts'
import { checkRaffle } from './raffle-rules.ts'

/** What an operator types of a raffle, as it stands in the form. */
export interface RaffleDraft {
  titulo: string
  descripcion: string
  premio: string
  precio: string
  moneda: Currency
  fecha: string
  /** Empty for the rate in force. */
  tasa_usd: string
  total_numeros: string
  digitos: string
  seleccion: Selection
  registro_unico: boolean
  /** Hours. */
  gracia_segundos: string
  minimo: string
  maximo: string
  /** Empty for no cap. */
  tope_sin_verificar: string
  /** In bolívares, `9,99`; empty for none. */
  centimos_unicos: string
  acepta_cercanos: boolean
}

export type RaffleProblems = Partial<Record<RaffleField, string>>

export function draftOf(fields: RaffleFields): RaffleDraft {
  const price = parseMoney(fields.precio)
  return {
    titulo: fields.titulo,
    descripcion: fields.descripcion,
    premio: fields.premio,
    precio: price === null ? fields.precio : formatAmount(price),
    moneda: fields.moneda,
    fecha: fields.fecha,
    tasa_usd: fields.tasa_usd === null ? '' : fields.tasa_usd.replace(/0+$/, '').replace(/\.$/, '').replace('.', ','),
    total_numeros: formatCount(fields.total_numeros),
    digitos: String(fields.digitos),
    seleccion: fields.seleccion,
    registro_unico: fields.registro_unico,
    gracia_segundos: String(fields.gracia_segundos / 3600).replace('.', ','),
    minimo: String(fields.minimo),
    maximo: String(fields.maximo),
    tope_sin_verificar: fields.tope_sin_verificar === null ? '' : String(fields.tope_sin_verificar),
    centimos_unicos: fields.centimos_unicos === null ? '' : formatAmount(moneyOfCents(BigInt(fields.centimos_unicos))),
    acepta_cercanos: fields.acepta_cercanos,
  }
}

const AMBIGUOUS = 'No se sabe si el punto es de miles. Escribe 1300 o 1,30.'

/** The fields that can be read of a draft, and what is wrong with the others. */
export function readDraft(draft: RaffleDraft): { fields: Partial<RaffleFields>; problems: RaffleProblems } {
  const problems: RaffleProblems = {}
  const price = readTypedMoney(draft.precio)
  const rate = draft.tasa_usd.trim() === '' ? undefined : readTypedRate(draft.tasa_usd)
  if (price === null) problems.precio = 'Escribe un monto, como 5 o 5,50.'
  else if (price === 'ambigua') problems.precio = AMBIGUOUS
  if (rate === null) problems.tasa_usd = 'Escribe una tasa, como 671,42.'
  else if (rate === 'ambigua') problems.tasa_usd = AMBIGUOUS
  const whole = (text: string) => (/^\d[\d. ]*$/.test(text.trim()) ? Number(text.replace(/[. ]/g, '')) : undefined)
  const read: Record<RaffleField, unknown> = {
    titulo: draft.titulo,
    descripcion: draft.descripcion,
    premio: draft.premio,
    precio: price ?? undefined,
    moneda: draft.moneda,
    fecha: draft.fecha,
    tasa_usd: rate === undefined ? null : rate,
    total_numeros: whole(draft.total_numeros),
    digitos: whole(draft.digitos),
    seleccion: draft.seleccion,
    registro_unico: draft.registro_unico,
    gracia_segundos: readHours(draft.gracia_segundos),
    minimo: whole(draft.minimo),
    maximo: whole(draft.maximo),
    tope_sin_verificar: draft.tope_sin_verificar.trim() === '' ? null : whole(draft.tope_sin_verificar),
    centimos_unicos: readCents(draft.centimos_unicos),
    acepta_cercanos: draft.acepta_cercanos,
  }
  const { error } = raffleFields.safeParse(read)
  for (const { path, message } of error?.issues ?? []) problems[path[0] as RaffleField] ??= bareMessage(message)
  const fields: Partial<RaffleFields> = { ...(read as RaffleFields) }
  for (const field of Object.keys(problems) as RaffleField[]) delete fields[field]
  const { minimo, maximo, total_numeros, digitos } = fields
  if (minimo !== undefined && maximo !== undefined && total_numeros !== undefined && digitos !== undefined) {
    const clashes = Object.entries(checkRaffle({ minimo, maximo, total_numeros, digitos }))
    for (const [field, message] of clashes) problems[field as RaffleField] = bareMessage(message)
  }
  return { fields, problems }
}

/** Whole céntimos of what is typed in bolívares. */
function readCents(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const money = readTypedMoney(text)
  return money === null || money === 'ambigua' ? undefined : Number(centsOf(money))
}

function readHours(text: string): number | undefined {
  const typed = text.trim().replace(',', '.')
  return /^\d{1,4}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 3600) : undefined
}

/** The fields of the draft that differ from what is kept, and can be read. */
export function changesOf(kept: RaffleFields, draft: RaffleDraft): Partial<RaffleFields> {
  const untouched = draftOf(kept)
  const { fields } = readDraft(draft)
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        value !== kept[field as RaffleField] &&
        draft[field as keyof RaffleDraft] !== untouched[field as keyof RaffleDraft],
    ),
  )
}
