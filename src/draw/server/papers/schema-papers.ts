import { creating, integer, of, primary, text } from '#platform/server/db/create-table.ts'

/** Who allowed a raffle, and where its draw is shown live: said to visitors, and deciding nothing. Empty text is not shown. */
export interface DrawPapersTable {
  rifa_id: number
  version: number
  permiso_numero: string
  permiso_emisor: string
  /** Days in Caracas between which it is valid. */
  permiso_desde: string
  permiso_hasta: string
  permiso_enlace: string
  en_vivo: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    draw_papers: DrawPapersTable
  }
}

export const papersSchema = [
  creating('2026-11-23-07-papers', async ({ table }) => {
    await table('draw_papers', {
      rifa_id: of(primary(integer), 'raffles.id'),
      version: integer,
      permiso_numero: text,
      permiso_emisor: text,
      permiso_desde: text,
      permiso_hasta: text,
      permiso_enlace: text,
      en_vivo: text,
    })
  }),
]
