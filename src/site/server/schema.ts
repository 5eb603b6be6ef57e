import { creating, primary, text } from '#platform/server/db/create-table.ts'

/** The operator's settings of the public pages, one row a setting; what is not there has its default. */
export interface SiteSettingsTable {
  clave: string
  /** JSON. */
  valor: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    site_settings: SiteSettingsTable
  }
}

export const siteSchema = [
  creating('2026-11-22-06-site', async ({ table }) => {
    await table('site_settings', { clave: primary(text), valor: text })
  }),
]
