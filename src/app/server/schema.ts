import { accessSchema } from '#access/server/schema.ts'
import { backupsSchema } from '#backups/server/schema.ts'
import { drawSchema } from '#draw/server/schema.ts'
import { journalSchema } from '#journal/server/schema.ts'
import { lettersSchema } from '#letters/server/schema.ts'
import { lookupSchema } from '#lookup/server/schema.ts'
import { mailSchema } from '#mail/server/schema.ts'
import { movementsSchema } from '#movements/server/schema.ts'
import { statementsSchema } from '#movements/server/statements/schema.ts'
import { operatorSchema } from '#operators/server/schema.ts'
import { paymentMethodsSchema } from '#payment-methods/server/schema.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import { platformSchema } from '#platform/server/schema.ts'
import { centsSchema } from '#purchases/server/cents/cents-schema.ts'
import { purchasesSchema } from '#purchases/server/schema.ts'
import { rafflesSchema } from '#raffles/server/schema.ts'
import { ratesSchema } from '#rates/server/schema.ts'
import { reconciliationSchema } from '#reconciliation/server/schema.ts'
import { reportsSchema } from '#reports/server/schema.ts'
import { reviewSchema } from '#review/server/schema.ts'
import { siteSchema } from '#site/server/schema.ts'
import { ticketsSchema } from '#tickets/server/schema.ts'

/** Every step of every room, in the order that their names say. */
export const schema = [
  ...platformSchema,
  ...journalSchema,
  ...mailSchema,
  ...operatorSchema,
  ...ratesSchema,
  ...siteSchema,
  ...paymentMethodsSchema,
  ...rafflesSchema,
  ...ticketsSchema,
  ...purchasesSchema,
  ...centsSchema,
  ...movementsSchema,
  ...statementsSchema,
  ...reconciliationSchema,
  ...reviewSchema,
  ...drawSchema,
  ...lettersSchema,
  ...lookupSchema,
  ...reportsSchema,
  ...accessSchema,
  ...backupsSchema,
].sort((one: SchemaStep, other: SchemaStep) => (one.name < other.name ? -1 : 1))
