import { creatingTables, primary, table, text } from '#platform/server/db/table.ts'

/** The operator's settings of the public pages, one row a setting; a missing one has its default. */
export const siteSettings = table('site_settings', {
  clave: primary(text()),
  /** JSON. */
  valor: text(),
})

const tables = [siteSettings] as const
export const siteSchema = [creatingTables('2026-11-28-05-site', tables)]
