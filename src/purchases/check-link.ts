/** Contents of a mailed link to the check of a draw; the browser compares them by itself. */
export interface CheckClaims {
  /** The buyer's numbers, as they are printed. */
  numeros: readonly string[]
  /** The buyer's code in the list. */
  codigo: string | null
  /** SHA-256 of the rule, of the list and of the steps at the time of the mail; null where the mail named none. */
  regla: string | null
  lista: string | null
  pasos: string | null
}

/** Contents of the mail with the numbers; a mail before the draw has more. */
type GivenClaims = Omit<CheckClaims, 'lista' | 'pasos'> & Partial<Pick<CheckClaims, 'lista' | 'pasos'>>

/** `/rifa/7/verificar`, where anybody does the draw of a raffle again. */
export function checkPage(raffleId: number): string {
  return `/rifa/${raffleId}/verificar`
}

/** The same for one buyer. Numbers and code are in the fragment, which no server and no log ever sees. */
export function checkLink(
  raffleId: number,
  { numeros, codigo, regla, lista = null, pasos = null }: GivenClaims,
): string {
  const parts = [
    numeros.length > 0 && `n=${numeros.join('.')}`,
    codigo !== null && `c=${codigo}`,
    regla !== null && `r=${regla}`,
    lista !== null && `l=${lista}`,
    pasos !== null && `p=${pasos}`,
  ]
  return `${checkPage(raffleId)}#${parts.filter(Boolean).join('&')}`
}

/** How each is written. */
export const CLAIM_SHAPES = {
  numeros: '\\d{2,8}(?:\\.\\d{2,8}){0,999}',
  codigo: '[2-9B-DF-HJ-NP-TV-Z]{12}',
  huella: '[\\da-f]{64}',
} as const

/**
 * Claims in the fragment of such a link, also when a mail program escaped its signs. Chats add a full stop or a bracket to a link: any text that is
 * no claim is ignored.
 */
export function readCheckLink(fragment: string): CheckClaims {
  const plain = fragment.replace(/%(?:23|26|3D)/gi, decodeURIComponent)
  const said = (name: string, shape: string) =>
    // A list that is cut short would be green for what is left of it.
    new RegExp(`[#&]${name}=(${shape})(?!\\w|\\.\\w)`, 'i').exec(plain)?.[1] ?? null
  return {
    numeros: said('n', CLAIM_SHAPES.numeros)?.split('.') ?? [],
    codigo: said('c', CLAIM_SHAPES.codigo)?.toUpperCase() ?? null,
    regla: said('r', CLAIM_SHAPES.huella)?.toLowerCase() ?? null,
    lista: said('l', CLAIM_SHAPES.huella)?.toLowerCase() ?? null,
    pasos: said('p', CLAIM_SHAPES.huella)?.toLowerCase() ?? null,
  }
}

/** Whether such a link lost its end on the way, as chats cut long ones: a missing part would be compared with nothing, and nobody would notice. */
export function isCutLink(fragment: string): boolean {
  const { numeros, codigo, regla, lista, pasos } = readCheckLink(fragment)
  const isNamed = (name: string) => new RegExp(`[#&]${name}=`).test(fragment)
  const missing = {
    n: numeros.length === 0,
    c: codigo === null,
    r: regla === null,
    l: lista === null,
    p: pasos === null,
  }
  // After a code every mail has the rule.
  return (
    /&\w?$/.test(fragment) ||
    (codigo !== null && regla === null) ||
    Object.entries(missing).some(([name, gone]) => gone && isNamed(name))
  )
}
