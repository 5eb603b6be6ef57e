/** The specification of a raffle of twelve numbers, without a database. */

export const TOTAL = 12

export interface Share {
  cantidad: number
  /** Numbers with an owner: picked, or drawn at confirmation. */
  numeros: string[]
  picked: boolean
  /** `cedido` pays without tickets, `en espera` has reported; `withdrawn` waited for tickets when it was rejected. */
  estado: 'apartado' | 'cedido' | 'en espera' | 'en revision' | 'confirmado' | 'withdrawn' | 'gone'
  /** When it ends by itself. */
  until: number
  renewed: boolean
  /** Its place among those that wait. */
  turn: number
}

export interface Model {
  now: number
  shares: Share[]
  /** Reports until now. */
  turns: number
}

const HAS: ReadonlySet<Share['estado']> = new Set(['apartado', 'en revision', 'confirmado'])
const ENDED: ReadonlySet<Share['estado']> = new Set(['gone', 'withdrawn'])

export const has = (share: Share) => HAS.has(share.estado)
export const live = (model: Model, share: Share) => !ENDED.has(share.estado) && share.until > model.now
export const sum = (shares: Share[]) => shares.reduce((count, share) => count + share.cantidad, 0)
export const inState = (model: Model, estado: Share['estado']) =>
  model.shares.filter((share) => share.estado === estado)
export const free = (model: Model) => TOTAL - sum(model.shares.filter((share) => has(share) && live(model, share)))
/** Free by the counters, which count an expired hold as taken until somebody needs its tickets. */
export const counted = (model: Model) => TOTAL - sum(model.shares.filter(has))
export const owned = (model: Model) =>
  new Set(model.shares.filter((share) => has(share) && live(model, share)).flatMap((share) => share.numeros))

export function addShare(model: Model, fields: Pick<Share, 'cantidad' | 'numeros' | 'estado' | 'until'>): Share {
  const share: Share = { ...fields, picked: fields.numeros.length > 0, renewed: false, turn: 0 }
  model.shares.push(share)
  return share
}

/** Expired holds end, and waiting reports are served. */
export function sweep(model: Model): void {
  for (const share of model.shares) if (share.until <= model.now) leave(share)
  serve(model)
}

function leave(share: Share): void {
  Object.assign(share, { estado: 'gone', numeros: [] })
}

/** A share ends: waiting reports are served. */
export function end(model: Model, share: Share, estado: 'gone' | 'withdrawn' = 'gone'): void {
  Object.assign(share, { estado, numeros: share.picked && estado === 'withdrawn' ? share.numeros : [] })
  serve(model)
}

/** Gives tickets to waiting reports: free ones, then those of bare holds; a report that does not fit is passed over. */
export function serve(model: Model): void {
  if (counted(model) + sum(inState(model, 'apartado')) < 2) return
  for (const share of inState(model, 'en espera').sort((one, other) => one.turn - other.turn)) seat(model, share)
}

/** Expired holds first, then drawn tickets, then picked numbers; of these the largest hold, the newest of equals. */
function displaceable(model: Model): Share[] {
  const rank = (share: Share) => (share.until <= model.now ? 0 : share.picked ? 2 : 1)
  return inState(model, 'apartado')
    .map((share, age) => ({ share, age }))
    .sort(
      (one, other) =>
        rank(one.share) - rank(other.share) || other.share.cantidad - one.share.cantidad || other.age - one.age,
    )
    .map(({ share }) => share)
}

export function seat(model: Model, share: Share): boolean {
  const holds = displaceable(model)
  if (counted(model) + sum(holds) < share.cantidad) return false
  for (const hold of holds) {
    if (counted(model) >= share.cantidad) break
    Object.assign(hold, { estado: 'cedido', numeros: [], picked: false })
  }
  share.estado = 'en revision'
  return true
}

/** A payment is reported for which no tickets are on hold. */
export function queue(model: Model, share: Share): void {
  if (counted(model) < share.cantidad) sweep(model)
  Object.assign(share, {
    estado: 'en espera',
    until: Number.POSITIVE_INFINITY,
    turn: ++model.turns,
    numeros: [],
    picked: false,
  })
  seat(model, share)
  serve(model)
}

/**
 * Whether that many tickets, or those numbers, can be set aside now. Expired holds go back on sale when somebody needs their tickets; a
 * refusal changes nothing.
 */
export function canTake(model: Model, cantidad: number, numeros: string[]): boolean {
  const occupied = () => new Set(model.shares.filter(has).flatMap((share) => share.numeros))
  const fits = () => counted(model) >= cantidad && numeros.every((numero) => !occupied().has(numero))
  if (fits()) return true
  return attempt(model, () => {
    sweep(model)
    return fits()
  })
}

/** Does it, and takes everything back when it is refused. */
export function attempt(model: Model, deed: () => boolean): boolean {
  const before = model.shares.map((share) => ({ ...share }))
  if (deed()) return true
  for (const [index, share] of model.shares.entries()) Object.assign(share, before[index])
  return false
}
