import { type Calls, LOOK } from '#access/calls.ts'
import { chainStretch, journalChains, journalFilters, journalPage, journalQuery, stretchQuery } from './contract.ts'

/** The journal, for operators. */
export const JOURNAL_CALLS = {
  'GET /api/panel/diario': { who: LOOK, summary: 'El diario', query: journalQuery, answers: { 200: journalPage } },
  'GET /api/panel/diario/filtros': {
    who: LOOK,
    summary: 'Por qué se filtra el diario',
    answers: { 200: journalFilters },
  },
  'GET /api/panel/diario/cadenas': { who: LOOK, summary: 'Las cadenas del diario', answers: { 200: journalChains } },
  'GET /api/panel/diario/cadenas/revisar': {
    who: LOOK,
    summary: 'Revisar un tramo',
    query: stretchQuery,
    answers: { 200: chainStretch },
  },
} satisfies Calls
