import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { signingKey } from '#platform/server/installation/keys.ts'
import { JOURNAL_CALLS } from '../calls.ts'
import { readJournal, readJournalFilters } from './read-journal.ts'
import { listChains, verifyHeads, verifyStretch } from './verify-chains.ts'
import { tellHeads } from './witness.ts'

export function journalRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, JOURNAL_CALLS, {
    'GET /api/panel/diario': ({ query }) => readJournal(ctx.db.read, query),
    'GET /api/panel/diario/filtros': () => readJournalFilters(ctx.db.read),
    'GET /api/panel/diario/cadenas': async () => ({
      cadenas: await listChains(ctx.db.read),
      final: await tellHeads(ctx.db.read),
    }),
    'GET /api/panel/diario/cadenas/revisar': async ({ query: { ambito, desde } }) => {
      const { stretch, headless } = await ctx.db.consistent(async (sql) => ({
        stretch: await verifyStretch(sql, signingKey(ctx.keys), ambito, desde),
        headless: desde === 1 && ambito === 'sitio' ? await verifyHeads(sql) : [],
      }))
      return { ...stretch, problemas: [...headless, ...stretch.problemas] }
    },
  })
}
