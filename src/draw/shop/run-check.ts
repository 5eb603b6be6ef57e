import { isPublic } from '../chain.ts'
import { type APART, checkDraw } from '../check-draw.ts'
import type { DrawDocument } from '../document.ts'
import type { Checked, Finding, Known, Told } from '../findings.ts'
import type { Ticket } from '../list.ts'
import { climbOwn, findOwn, type Own } from './own-numbers.ts'
import { webSha256 } from './web-sha256.ts'

/** What the page asks of the check. */
export type Asked =
  | {
      tipo: 'sorteo'
      document: unknown
      /** As a check takes it. */
      list: string | null | typeof APART
      known: Known
    }
  | {
      tipo: 'propios'
      own: Own
      /** Of a list that was left aside: what was answered for each number; null for one that is not in it. */
      caminos: Record<string, unknown>
    }

/** How a draw came out. */
export interface Verdict {
  bien: boolean
  /** Whether nothing was left aside. */
  entero: boolean
  /** Whether what is due is in time; null where that depends on which clock is right. */
  aTiempo: boolean | null
  /** Whether its beacon is a sample. */
  ensayo: boolean
  /** Whether the list is frozen. */
  congelada: boolean
  /** Of a draw that was done again to its end, and in which nothing is wrong, who won. */
  premios: { titulo: string; ganador: Ticket | null }[]
}

export type Answered = Told | { estado: 'veredicto'; veredicto: Verdict } | { estado: 'propios'; hallazgos: Finding[] }

/** Does what the page asks, telling as it goes. Keeps the list that it has read for questions about single numbers. */
export function createCheck(): (asked: Asked, tell: (answered: Answered) => void) => Promise<void> {
  let document: Partial<DrawDocument> = {}
  let tickets: Parameters<typeof findOwn>[0] | null = null

  async function findOwnNumbers({ own, caminos }: Asked & { tipo: 'propios' }): Promise<Finding[]> {
    if (tickets) return findOwn(tickets, own)
    const root = document.lista_raiz
    if (!root) return []
    return Promise.all(
      Object.entries(caminos).map(([numero, given]) => climbOwn(numero, given, root, own.codigo, webSha256)),
    )
  }

  return async (asked, tell) => {
    if (asked.tipo === 'propios') {
      tell({ estado: 'propios', hallazgos: await findOwnNumbers(asked) })
      return
    }
    const { list, known } = asked
    document = asked.document instanceof Object ? asked.document : {}
    const checked = await checkDraw(document, list, webSha256, known, tell)
    tickets = checked.tickets
    tell({ estado: 'veredicto', veredicto: verdictOf(document, checked) })
  }
}

function verdictOf(document: Partial<DrawDocument>, { bien, entero, aTiempo, rule }: Checked): Verdict {
  const won = bien && entero ? (document.premios ?? []) : []
  return {
    bien,
    entero,
    aTiempo,
    ensayo: rule !== null && !isPublic(rule.faro),
    congelada: typeof document.lista_sha256 === 'string',
    premios: (rule?.premios ?? []).map(({ titulo }, place) => ({ titulo, ganador: won[place] ?? null })),
  }
}
