import { sha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '../bytes.ts'
import { isPublic } from '../chain.ts'
import { checkDraw } from '../check-draw.ts'
import type { DrawDocument } from '../document.ts'
import type { Checked, Finding, Known, Told } from '../findings.ts'
import type { Ticket } from '../list.ts'
import { findOwn, type Own } from './own-numbers.ts'

/** Requests of the page to the check. */
export type Asked =
  | {
      tipo: 'sorteo'
      document: unknown
      /** As a check takes it. */
      list: string | null
      known: Known
    }
  | { tipo: 'propios'; own: Own }

/** How a draw came out. */
export interface Verdict {
  bien: boolean
  /** Whether the due step is in time; null if that depends on the clocks. */
  aTiempo: boolean | null
  /** Whether its beacon is a sample. */
  ensayo: boolean
  /** Whether the list is frozen. */
  congelada: boolean
  /** Winners of a draw that was repeated to its end without a fault. */
  premios: { titulo: string; ganador: Ticket | null }[]
}

export type Answered = Told | { estado: 'veredicto'; veredicto: Verdict } | { estado: 'propios'; hallazgos: Finding[] }

/** Serves the page's requests, reporting as it goes. Keeps the list that it has read for questions about single numbers. */
export function createCheck(): (asked: Asked, tell: (answered: Answered) => void) => Promise<void> {
  let tickets: readonly Ticket[] | null = null

  return async (asked, tell) => {
    if (asked.tipo === 'propios') {
      tell({ estado: 'propios', hallazgos: tickets ? findOwn(tickets, asked.own) : [] })
      return
    }
    const { list, known } = asked
    const document: Partial<DrawDocument> = asked.document instanceof Object ? asked.document : {}
    const checked = await checkDraw(document, list, webSha256, known, tell)
    tickets = checked.tickets
    tell({ estado: 'veredicto', veredicto: verdictOf(document, checked) })
  }
}

function verdictOf(document: Partial<DrawDocument>, { bien, aTiempo, rule }: Checked): Verdict {
  const won = bien ? (document.premios ?? []) : []
  return {
    bien,
    aTiempo,
    ensayo: rule !== null && !isPublic(rule.faro),
    congelada: typeof document.lista_sha256 === 'string',
    premios: (rule?.premios ?? []).map(({ titulo }, place) => ({ titulo, ganador: won[place] ?? null })),
  }
}

/** By WebCrypto if available: browsers leave it out of a page without https. */
export const webSha256: Sha256 = async (bytes) => {
  const subtle = globalThis.crypto?.subtle
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)) : sha256(bytes)
}
