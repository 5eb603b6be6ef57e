import { ANSWERED, type AnsweredName } from './answered.ts'

/** The same, for code that goes through all of them. */
export interface Answered {
  key: string
  plain: readonly string[]
  hidden: readonly string[]
  parts: readonly {
    table: string
    by: string
    of: string
    columns: readonly string[]
    states?: { proved: readonly string[]; joining: string }
  }[]
}

export const answeredTables: ReadonlyMap<AnsweredName, Answered> = new Map(
  Object.entries(ANSWERED as Record<string, Omit<Answered, 'parts'> & { parts?: Record<string, object> }>).map(
    ([name, { parts = {}, ...table }]) => [
      name as AnsweredName,
      {
        ...table,
        parts: Object.entries(parts).map(([table, part]) => ({ table, ...part }) as Answered['parts'][number]),
      },
    ],
  ),
)

/** Rows by the values of their keys. */
export type RowNames = { readonly [Name in AnsweredName]?: readonly (number | string)[] }
