import { accessSchema } from '#access/server/schema.ts'
import { drawSchema } from '#draw/server/schema.ts'
import { backupsSchema } from '#house/server/backups/schema.ts'
import { journalSchema } from '#journal/server/schema.ts'
import { lettersSchema } from '#letters/server/schema.ts'
import { mailSchema } from '#mail/server/schema.ts'
import { movementsSchema } from '#money/server/bank/schema.ts'
import { reconciliationSchema } from '#money/server/schema.ts'
import { operatorSchema } from '#operators/server/schema.ts'
import { paymentMethodsSchema } from '#payment-methods/server/schema.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import { type Declared, keyOf, type Table } from '#platform/server/db/table.ts'
import { platformSchema } from '#platform/server/schema.ts'
import { purchasesSchema } from '#purchases/server/schema.ts'
import { rafflesSchema } from '#raffles/server/schema.ts'
import { ratesSchema } from '#rates/server/schema.ts'
import { reportsSchema } from '#reports/server/schema.ts'
import { reviewSchema } from '#review/server/schema.ts'
import { siteSchema } from '#site/server/schema.ts'
import { ticketsSchema } from '#tickets/server/schema.ts'
import { upgrade } from './service/upgrade.ts'

const rooms = [
  ...platformSchema,
  ...accessSchema,
  ...journalSchema,
  ...mailSchema,
  ...siteSchema,
  ...operatorSchema,
  ...ratesSchema,
  ...paymentMethodsSchema,
  ...rafflesSchema,
  ...ticketsSchema,
  ...purchasesSchema,
  ...movementsSchema,
  ...reconciliationSchema,
  ...reviewSchema,
  ...drawSchema,
  ...lettersSchema,
  ...backupsSchema,
  ...reportsSchema,
]

declare module '#platform/server/db/tables.ts' {
  interface Tables extends Declared<(typeof rooms)[number]['tables']> {}
}

/** All that are declared, those that others refer to before them. */
export const tables = rooms.flatMap((step): readonly Table[] => step.tables)

/** Key columns of each table. */
export const keys: ReadonlyMap<string, readonly string[]> = new Map(tables.map((one) => [one.name, keyOf(one)]))

/** Every step of every room, in the order of their names, and the upgrade of earlier shops. */
export const schema: SchemaStep[] = [...rooms, upgrade]
