import type { Finding } from '../findings.ts'
import type { Ticket } from '../list.ts'

/** A buyer's own facts. Without the code only the list names the owner of a number. */
export interface Own {
  numeros: readonly string[]
  codigo: string | null
}

/** A buyer's numbers in a list that was read to its last byte; without a number, all those of their code. */
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

function tellListed({ numero, codigo }: Ticket, own: string | null): Finding {
  if (own === null) {
    return {
      estado: 'aviso',
      texto: `El ${numero} está en la lista con el código ${codigo}. Mira si es el tuyo.`,
    }
  }
  return own === codigo
    ? { estado: 'bien', texto: `Tu número ${numero} está en la lista, con tu código ${codigo}.` }
    : { estado: 'mal', texto: `El ${numero} está en la lista con otro código, ${codigo}. El tuyo es ${own}.` }
}

function notListed(numero: string): Finding {
  return { estado: 'mal', texto: `El ${numero} no está en la lista.` }
}

/** Numbers that are listed one by one. */
const TOLD = 6

/** Many right numbers become one line; wrong ones stay in sight. */
export function foldOwn(propios: readonly Finding[]): { told: readonly Finding[]; folded: readonly Finding[] } {
  const folded = propios.filter(({ estado }) => estado === 'bien')
  if (folded.length <= TOLD) return { told: propios, folded: [] }
  const all = folded.length === propios.length
  const texto = `${all ? 'Tus' : 'De tus números,'} ${folded.length} ${all ? 'números ' : ''}están en la lista, con tu código.`
  return { told: [...propios.filter(({ estado }) => estado !== 'bien'), { estado: 'bien', texto }], folded }
}
