import type { FastifyInstance } from 'fastify'
import { signedIn } from '#access/server/guard.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import {
  type ChainStretch,
  chainStretch,
  journalChains,
  journalFilters,
  journalPage,
  journalQuery,
  stretchQuery,
} from '../contract.ts'
import { readJournal, readJournalFilters } from './read-journal.ts'
import { listChains, verifyHeads, verifyStretch } from './verify-chains.ts'

const tag = 'panel'

/** The journal, for who is signed in. */
export function journalRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/diario',
    { schema: describe({ tag, summary: 'El diario', query: journalQuery, answers: { 200: journalPage } }) },
    async (request) => {
      await signedIn(ctx, request)
      return readJournal(ctx.db.read, parse(journalQuery, request.query))
    },
  )

  app.get(
    '/api/panel/diario/filtros',
    { schema: describe({ tag, summary: 'Por qué se filtra el diario', answers: { 200: journalFilters } }) },
    async (request) => {
      await signedIn(ctx, request)
      return readJournalFilters(ctx.db.read)
    },
  )

  app.get(
    '/api/panel/diario/cadenas',
    { schema: describe({ tag, summary: 'Las cadenas del diario', answers: { 200: journalChains } }) },
    async (request) => {
      await signedIn(ctx, request)
      return { cadenas: await listChains(ctx.db.read) }
    },
  )

  app.get(
    '/api/panel/diario/cadenas/revisar',
    { schema: describe({ tag, summary: 'Revisar un tramo', query: stretchQuery, answers: { 200: chainStretch } }) },
    async (request): Promise<ChainStretch> => {
      await signedIn(ctx, request)
      const { ambito, desde } = parse(stretchQuery, request.query)
      const { stretch, headless } = await ctx.db.consistent(async (sql) => ({
        stretch: await verifyStretch(sql, ambito, desde),
        headless: desde === 1 && ambito === 'sitio' ? await verifyHeads(sql) : [],
      }))
      return {
        revisadas: stretch.checked,
        siguiente: stretch.next,
        hasta: stretch.until === null ? null : new Date(stretch.until).toISOString(),
        problemas: [...headless, ...stretch.problems],
      }
    },
  )
}
