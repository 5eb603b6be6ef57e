import type { Sha256 } from '../bytes.ts'
import type { Finding } from '../findings.ts'
import { CODE, type Ticket, ticketLine } from '../list.ts'
import { climb, type Path } from '../tree.ts'

/** What a buyer knows from his mail. Without his code only the list says whose a number is. */
export interface Own {
  numeros: readonly string[]
  codigo: string | null
}

/** One line of a list and its way to the root: GET /api/rifas/{id}/sorteo/lista/{numero}. */
export interface ListedNumber extends Ticket {
  camino: Path
}

/** A buyer's numbers in a list that was read to its last byte; without a number, all that are under his code. */
export function findOwn(tickets: readonly Ticket[], { numeros, codigo }: Own): Finding[] {
  if (numeros.length === 0 && codigo !== null) {
    const his = tickets.filter((ticket) => ticket.codigo === codigo).map(({ numero }) => numero)
    return his.length === 0
      ? [{ estado: 'mal', texto: `Ningún número de la lista está con tu código ${codigo}.` }]
      : his.map((numero) => tellListed({ numero, codigo }, codigo))
  }
  const listed = new Map(tickets.map((ticket) => [ticket.numero, ticket]))
  return numeros.map((numero) => {
    const ticket = listed.get(numero)
    return ticket ? tellListed(ticket, codigo) : notListed(numero)
  })
}

/**
 * A buyer's number by its way alone, of a list that is too long to read.
 * @param given what was answered for it; null when it is not in the list. @param raiz the root that is published.
 */
export async function climbOwn(
  numero: string,
  given: unknown,
  raiz: string,
  codigo: string | null,
  sha256: Sha256,
): Promise<Finding> {
  if (given === null) return notListed(numero)
  const found = readListed(given)
  if (
    !found ||
    found.numero !== numero ||
    (await climb(ticketLine(found).slice(0, -1), found.camino, sha256)) !== raiz
  ) {
    return { estado: 'mal', texto: `El camino del ${numero} no lleva a la raíz de la lista.` }
  }
  const { estado, texto } = tellListed(found, codigo)
  // No mail tells the root: that it is the one of the list whose hash the mail tells, only the whole list says.
  return estado === 'bien'
    ? {
        estado: 'aviso',
        texto: `${texto} Eso dice la raíz que publica la tienda: para no tener que creerle, baja la lista.`,
      }
    : { estado, texto }
}

/** @returns null for what is none. */
function readListed(given: unknown): ListedNumber | null {
  const { numero, codigo, camino } = (given ?? {}) as Partial<ListedNumber>
  if (typeof numero !== 'string' || typeof codigo !== 'string' || !CODE.test(codigo)) return null
  const steps = Array.isArray(camino) && camino.every((step) => /^[\da-f]{64}$/.test(String(step?.hash)))
  return steps ? { numero, codigo, camino } : null
}

function tellListed({ numero, codigo }: Ticket, own: string | null): Finding {
  if (own === null) {
    return {
      estado: 'aviso',
      texto: `El ${numero} está en la lista con el código ${codigo}. Mira si es el de tu correo.`,
    }
  }
  return own === codigo
    ? { estado: 'bien', texto: `Tu número ${numero} está en la lista, con tu código ${codigo}.` }
    : { estado: 'mal', texto: `El ${numero} está en la lista con otro código, ${codigo}. El de tu correo es ${own}.` }
}

function notListed(numero: string): Finding {
  return { estado: 'mal', texto: `El ${numero} no está en la lista.` }
}

/** Numbers that are told one by one. */
const TOLD = 6

/** Of many that are as they should be, one line; what is not stays in sight. */
export function foldOwn(propios: readonly Finding[]): { told: readonly Finding[]; folded: readonly Finding[] } {
  const folded = propios.filter(({ estado }) => estado === 'bien')
  if (folded.length <= TOLD) return { told: propios, folded: [] }
  const all = folded.length === propios.length
  const texto = `${all ? 'Tus' : 'De tus números,'} ${folded.length} ${all ? 'números ' : ''}están en la lista, con tu código.`
  return { told: [...propios.filter(({ estado }) => estado !== 'bien'), { estado: 'bien', texto }], folded }
}
