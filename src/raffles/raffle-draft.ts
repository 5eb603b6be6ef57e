import { bareMessage } from '#platform/bare-message.ts'
import { digitsOf } from './digits.ts'
import {
  FIELD_NAMES,
  RAFFLE_FIELDS,
  type RaffleDraft,
  type RaffleField,
  type RaffleFields,
  raffleFields,
} from './raffle-fields.ts'
import type { Typed } from './typed-field.ts'

export type RaffleProblems = Partial<Record<RaffleField, string>>

const typedOf = (name: RaffleField) => RAFFLE_FIELDS[name].typed as Typed<unknown, unknown>

export function draftOf(fields: RaffleFields): RaffleDraft {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, typedOf(name).show(fields[name])])) as RaffleDraft
}

/** The readable fields of a draft, and the problems of the others. */
export function readDraft(draft: RaffleDraft): { fields: Partial<RaffleFields>; problems: RaffleProblems } {
  const problems: RaffleProblems = {}
  const read: Partial<Record<RaffleField, unknown>> = {}
  for (const name of FIELD_NAMES) {
    const value = typedOf(name).read(draft[name])
    if (typeof value === 'object' && value !== null && 'says' in value) problems[name] = String(value.says)
    else read[name] = value
  }
  const { error } = raffleFields.safeParse(read)
  for (const { path, message } of error?.issues ?? []) problems[path[0] as RaffleField] ??= bareMessage(message)
  const fields = read as Partial<RaffleFields>
  for (const field of Object.keys(problems) as RaffleField[]) delete fields[field]
  const { minimo, maximo, total_numeros, digitos } = fields
  if (minimo !== undefined && maximo !== undefined && total_numeros !== undefined && digitos !== undefined) {
    const clashes = Object.entries(checkRaffle({ minimo, maximo, total_numeros, digitos }))
    for (const [field, message] of clashes) problems[field as RaffleField] = bareMessage(message)
  }
  return { fields, problems }
}

/** The readable fields of the draft that differ from the stored ones. */
export function changesOf(kept: RaffleFields, draft: RaffleDraft): Partial<RaffleFields> {
  const untouched = draftOf(kept)
  const { fields } = readDraft(draft)
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) =>
        value !== kept[field as RaffleField] && draft[field as RaffleField] !== untouched[field as RaffleField],
    ),
  )
}

/** Contradictions between the fields of a raffle: field and message. Each alone is checked by the contract. */
export function checkRaffle(
  fields: Pick<RaffleFields, 'minimo' | 'maximo' | 'total_numeros' | 'digitos'>,
): Partial<Record<RaffleField, string>> {
  const { minimo, maximo, total_numeros, digitos } = fields
  const problems: Partial<Record<RaffleField, string>> = {}
  if (maximo < minimo) problems.maximo = `maximo: ${minimo} o más, que es lo menos que se compra`
  if (minimo > total_numeros) problems.minimo = `minimo: la rifa tiene solo ${total_numeros} números`
  const needed = digitsOf(total_numeros)
  if (digitos < needed) problems.digitos = `digitos: ${needed} o más para ${total_numeros} números`
  return problems
}
