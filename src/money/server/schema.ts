import {
  bigint,
  check,
  creatingTables,
  instant,
  integer,
  of,
  onlyOneOf,
  orNull,
  table,
  text,
} from '#platform/server/db/table.ts'
import { purchases } from '#purchases/server/schema.ts'
import { movements } from './bank/schema.ts'

/** Amount of a movement that pays a purchase. Their sum is `unido` of the movement, which the database keeps below its amount. */
export const movementLinks = table(
  'movement_links',
  {
    movimiento_id: of(movements),
    compra_id: of(purchases),
    /** Of the smallest unit of the movement's currency. */
    centimos: check(bigint(), (it) => `${it} > 0`),
    /** `exacta` rules link where nobody looked; a person does otherwise. */
    por: onlyOneOf(['regla', 'persona']),
    /** Name of the rule that found the pair; empty where a person found it. */
    regla: text(),
    /** The operator's name at that time and id. */
    quien: text(),
    quien_id: orNull(integer()),
    en: instant(),
  },
  {
    primaryKey: { linked_once: ['movimiento_id', 'compra_id'] },
    indexes: {
      movement_links_of: ['compra_id'],
    },
  },
)

const tables = [movementLinks] as const
export const reconciliationSchema = [creatingTables('2026-11-28-13-reconciliation', tables)]
