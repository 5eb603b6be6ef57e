import { sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'

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

export const siteSchema: SchemaStep[] = [
  {
    name: '0005-site',
    async up(schema, dialect) {
      await schema.schema
        .createTable('site_settings')
        .addColumn('clave', 'text', (column) => column.primaryKey())
        .addColumn('valor', 'text', (column) => column.notNull())
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
  {
    // One social link became a list of them.
    name: '0030-site-social-links',
    async up(schema) {
      const rows = (await schema
        .selectFrom('site_settings')
        .selectAll()
        .where('clave', 'in', ['red_social', 'red_social_nombre'])
        .execute()) as SiteSettingsTable[]
      const value = (clave: string): string => JSON.parse(rows.find((row) => row.clave === clave)?.valor ?? '""')
      const enlace = value('red_social')
      if (enlace !== '') {
        const redes = [{ nombre: value('red_social_nombre') || 'Instagram', enlace }]
        await schema
          .insertInto('site_settings')
          .values({ clave: 'redes', valor: JSON.stringify(redes) })
          .execute()
      }
      await schema.deleteFrom('site_settings').where('clave', 'in', ['red_social', 'red_social_nombre']).execute()
    },
  },
]
