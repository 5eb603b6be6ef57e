import { type Claim, type Credit, wentBack } from './claim.ts'
import { type CreditIndex, indexCredits } from './credit-index.ts'
import {
  byCents,
  compare,
  contradicts,
  deniesPayer,
  FAR,
  isDenied,
  isPossible,
  type Likeness,
  likelihood,
  NEAR,
  otherPayer,
  saysPayment,
} from './likeness.ts'
import { Payers } from './payers.ts'
import { EXACT_RULES, type Rule } from './verdict.ts'

/** A report and a credit that a rule brings together. */
export interface Pair {
  claim: Claim
  credit: Credit
  regla: Rule
  /** Nobody has to look at it. */
  exacta: boolean
}

/** Result of the rules for a report. */
export interface Found {
  /** Null where no rule leaves exactly one. */
  pair: Pair | null
  /** Credits for a person to choose from, likeliest first, at most five; the pair's credit is the first where there is one. */
  credits: Credit[]
  /** How many there are, also those beyond five. */
  count: number
  /** Other reports that claim one of these by its reference, its céntimos or its payer. */
  rivals: Claim[]
}

/** Result of the rules for all reports together. */
export interface Matching {
  of(id: number): Found | undefined
  /** Those that a rule found, in the order of the reports. */
  pairs: Pair[]
}

/** Where a report and a credit touch by one of the exact rules. */
interface Edge {
  node: Node
  credit: Credit
  /** The place of the rule among the exact ones, or after them. */
  rank: number
  /** Of its amount: by this it can be the payment. Without it, it is a rival's claim alone. */
  pays: boolean
  /** Strong enough to decide. */
  firm: boolean
  likeness: Likeness
}

/** `weak`: it is a rival and decides nothing; `rival`: nor can it be its payment; null: it does not touch. */
type Touch = 'firm' | 'weak' | 'rival' | null

interface Node {
  claim: Claim
  edges: Edge[]
  pair: Pair | null
}

const SHOWN = 5
/** The rank of an amount that is near, after those of the exact rules. */
const NEARLY = 3

/**
 * Which money is of which report, by the ranked rules (docs/decisions/091-matching.md). Pure, and the same in any order of the
 * input. It pauses after some hundreds of reports where its caller allows: a server has others to serve.
 * @param claims reports that wait for money.
 * @param credits money that pays nothing yet.
 */
export function match(claims: readonly Claim[], credits: readonly Credit[]): Matching {
  const steps = matchSteps(claims, credits)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const AT_ONCE = 500

/** The same in steps, between which its caller may do something else. */
export function* matchSteps(claims: readonly Claim[], credits: readonly Credit[]): Generator<void, Matching> {
  const index = indexCredits(credits)
  const nodes: Node[] = []
  const touched = new Map<Credit, Edge[]>()
  for (const claim of claims) {
    const node: Node = { claim, edges: [], pair: null }
    node.edges = edgesOf(node, index)
    for (const edge of node.edges) {
      const others = touched.get(edge.credit)
      if (others) others.push(edge)
      else touched.set(edge.credit, [edge])
    }
    if (nodes.push(node) % AT_ONCE === 0) yield
  }
  const payers = new Payers(nodes)
  const taken = new Set<Credit>()
  for (let rank = 0; rank <= NEARLY; rank++) {
    // All pairs of a rank are found before one is taken, so that no order decides.
    for (const { node, credit, rank: own, likeness } of pairsOf(nodes, rank, { touched, payers, taken })) {
      // A near amount comes last, and no report loses a rival to it by money known only from a phone.
      const rivals = (touched.get(credit) ?? []).filter((other) => other.node !== node)
      if (rank === NEARLY && (own !== NEARLY || rivals.some((other) => other.node.pair?.exacta === false))) continue
      const regla = EXACT_RULES[own] ?? likeness.cerca ?? 'otro_monto'
      // Anybody may have written a forwarded notice: a person looks.
      const doubted = credit.confianza === 'aviso' || credit.gemela || wentBack(node.claim, credit)
      const exacta = !doubted && (own !== NEARLY || node.claim.cerca?.acepta === true)
      node.pair = { claim: node.claim, credit, regla, exacta }
      taken.add(credit)
    }
    yield
  }
  probablePairs(nodes, touched, taken)
  elsewherePairs(nodes, index, touched, taken)
  const found = new Map<number, Found>()
  for (const node of nodes) {
    found.set(node.claim.id, findRest(node, index, touched, taken))
    if (found.size % AT_ONCE === 0) yield
  }
  return {
    of: (id) => found.get(id),
    pairs: [...found.values()].flatMap(({ pair }) => (pair ? [pair] : [])),
  }
}

/**
 * How many days a report reaches by each of the exact rules, and last by those of a near amount. Money of another day pays nothing by itself.
 * But a report with its reference or payer may have a wrong day, and is a rival of the one with the right day.
 */
const REACH = [Number.POSITIVE_INFINITY, NEAR, FAR, FAR] as const

/** Where it touches money by its reference, its own céntimos or its payer: each credit once by each. */
function edgesOf(node: Node, index: CreditIndex): Edge[] {
  const edges: Edge[] = []
  const { claim } = node
  const touch = (
    rank: 0 | 1 | 2 | 3,
    credits: Iterable<Credit>,
    read: (likeness: Likeness, credit: Credit) => Touch,
  ) => {
    for (const credit of credits) {
      if (!credit.entero) continue
      const likeness = compare(claim, credit)
      const touches = read(likeness, credit)
      const days = Math.abs(likeness.dias)
      if (touches === null || days > REACH[rank]) continue
      const pays = (rank === NEARLY || (likeness.de_mas === 0 && days <= NEAR)) && touches !== 'rival'
      edges.push({ node, credit, rank, pays, firm: pays && !claim.empezada && touches === 'firm', likeness })
    }
  }
  // A report that names it is its rival, whatever the amount and however it is written.
  touch(0, index.byReference(claim), (likeness, credit) => {
    if (likeness.referencia !== 'firme') return likeness.referencia === 'posible' ? 'weak' : null
    return saysPayment(likeness, credit) ? 'firm' : 'weak'
  })
  if (claim.debe === null) return edges
  if (claim.unica) touch(1, index.byAmount(claim), (likeness, credit) => byCents(claim, likeness, credit))
  // A phone is known to many, and a report without a reference proves nothing about a payment.
  const silent = claim.colas.length + claim.posibles.length + claim.corta.length === 0
  touch(2, index.byPayer(claim), (likeness, credit) =>
    contradicts(likeness, credit) || deniesPayer(likeness) || (silent && likeness.documento !== true) ? 'weak' : 'firm',
  )
  // The page writes today as the day of the payment, so a whole reference reaches as far back as there are rates.
  touch(NEARLY, claim.cerca === null ? [] : index.byReference(claim), (likeness, credit) =>
    likeness.referencia === 'firme' &&
    saysPayment(likeness, credit) &&
    (Math.abs(likeness.dias) <= NEAR ? likeness.cerca !== null : likeness.entera && likeness.cerca === 'tasa_del_dia')
      ? 'firm'
      : null,
  )
  return edges
}

/** Reports that touch one of the credits by an exact rule, or by its payer alone: a reference may contain its digits by chance. */
export function touching(claims: readonly Claim[], credits: readonly Credit[]): Claim[] {
  const index = indexCredits(credits)
  const payers = new Payers(claims.map((claim) => ({ claim })))
  const named = new Set(credits.flatMap((credit) => payers.of(credit).map(({ claim }) => claim)))
  return claims.filter((claim) => named.has(claim) || edgesOf({ claim, edges: [], pair: null }, index).length > 0)
}

/** Those of the credits that some report touches by an exact rule, and others may claim. */
export function touchedBy(claims: readonly Claim[], credits: readonly Credit[]): Credit[] {
  const index = indexCredits(credits)
  const found = claims.flatMap((claim) => edgesOf({ claim, edges: [], pair: null }, index))
  return [...new Set(found.map(({ credit }) => credit))]
}

/** Pairs that touch nothing else by that rule or a stronger one. */
function pairsOf(
  nodes: readonly Node[],
  rank: number,
  { touched, payers, taken }: { touched: Map<Credit, Edge[]>; payers: Payers<Node>; taken: Set<Credit> },
): Edge[] {
  const free = (edge: Edge) => edge.node.pair === null && !taken.has(edge.credit)
  const open = (edge: Edge) => edge.rank <= rank && free(edge)
  // A notice that anybody may have written is no money of its own.
  const isNotice = (edge: Edge) => edge.credit.confianza === 'aviso'
  const hasMoney = ({ edges }: Node, credit: Credit) =>
    edges.some((other) => other.firm && free(other) && other.credit !== credit && !isNotice(other))
  // Céntimos that somebody else paid are a relative's, unless that payer has a report of their own without money.
  const ofStranger = ({ node, credit, rank: own, likeness }: Edge) =>
    own === 1 &&
    otherPayer(likeness) &&
    payers.of(credit).some((other) => other !== node && other.pair === null && !hasMoney(other, credit))
  // A report of another day is no rival where money of its own day is there for it; nor one that the bank denies, unless it came first.
  const hasOwn = ({ node, pays, likeness }: Edge, credit: Credit) =>
    !pays &&
    Math.abs(likeness.dias) > NEAR &&
    node.edges.some((other) => other.firm && open(other) && other.credit !== credit && !isNotice(other))
  const isNoRival = (edge: Edge, { node: { claim }, credit, likeness }: Edge) =>
    !open(edge) || hasOwn(edge, credit) || (edge.node.claim.en >= claim.en && isDenied(edge, likeness))
  return nodes.flatMap((node) => {
    if (node.pair) return []
    const paying = node.edges.filter((edge) => edge.pays && open(edge))
    const only = paying.find(({ firm }) => firm)
    if (!only || paying.some(({ credit }) => credit !== only.credit)) return []
    const alone =
      !ofStranger(only) && (touched.get(only.credit) ?? []).every((edge) => edge.node === node || isNoRival(edge, only))
    return alone ? [only] : []
  })
}

/** The fourth rule: few digits, and the same payer. A person confirms it. */
function probablePairs(nodes: readonly Node[], touched: Map<Credit, Edge[]>, taken: Set<Credit>): void {
  const fits = ({ node, rank, credit, pays, likeness }: Edge) =>
    rank === 2 && pays && likeness.referencia === 'corta' && node.pair === null && !taken.has(credit)
  const pairs = nodes.flatMap((node) => {
    const [only, more] = node.edges.filter(fits)
    if (!only || more) return []
    return (touched.get(only.credit) ?? []).filter(fits).length === 1 ? [only] : []
  })
  for (const { node, credit } of pairs) {
    node.pair = { claim: node.claim, credit, regla: 'referencia_corta', exacta: false }
    taken.add(credit)
  }
}

/** Money in another account of the house under its whole reference, where its own has none under it. */
function elsewhereOf({ claim, pair, edges }: Node, index: CreditIndex, taken: Set<Credit>): Credit[] {
  if (pair || claim.empezada || edges.some(({ rank, credit }) => rank === 0 && !taken.has(credit))) return []
  return [...index.elsewhere(claim)].filter((credit) => {
    const likeness = compare(claim, credit)
    return !taken.has(credit) && credit.entero && likeness.referencia === 'firme' && !otherPayer(likeness)
  })
}

/** A person confirms it, where one report and one credit are left for each other and nobody claims it in its own account. */
function elsewherePairs(nodes: Node[], index: CreditIndex, touched: Map<Credit, Edge[]>, taken: Set<Credit>): void {
  const asking = nodes.map((node) => ({ node, credits: elsewhereOf(node, index, taken) }))
  const times = Map.groupBy(
    asking.flatMap(({ credits }) => credits),
    (credit) => credit,
  )
  for (const { node, credits } of asking) {
    const [only, more] = credits
    if (!only || more || times.get(only)?.length !== 1) continue
    if (touched.get(only)?.some((edge) => edge.node.pair === null)) continue
    node.pair = { claim: node.claim, credit: only, regla: 'otra_cuenta', exacta: false }
    taken.add(only)
  }
}

/** The rest for a person: money under its reference with another amount, and all other likely money. */
function findRest(node: Node, index: CreditIndex, touched: Map<Credit, Edge[]>, taken: Set<Credit>): Found {
  const { claim, pair } = node
  if (pair) return { pair, credits: [pair.credit], count: 1, rivals: [] }
  const likely: { credit: Credit; points: number; likeness: Likeness }[] = []
  const around = claim.debe === null ? [] : [...index.byPayer(claim), ...index.byAmount(claim)]
  for (const credit of new Set([...index.byReference(claim), ...around, ...index.elsewhere(claim)])) {
    if (taken.has(credit)) continue
    const likeness = compare(claim, credit)
    if (isPossible(likeness, credit)) likely.push({ credit, points: likelihood(claim, credit, likeness), likeness })
  }
  likely.sort((a, b) => b.points - a.points || a.credit.id - b.credit.id)
  const credits = likely.slice(0, SHOWN).map(({ credit }) => credit)
  const rivals = new Set<Claim>()
  // A report with money of its own claims none by a weaker rule.
  for (const credit of credits)
    for (const edge of touched.get(credit) ?? [])
      if (edge.node !== node && (edge.rank === 0 || edge.node.pair === null)) rivals.add(edge.node.claim)
  const named = likely.filter(({ likeness }) => likeness.referencia === 'firme' && Math.abs(likeness.dias) <= NEAR)
  const other = named.length === 1 && named[0]?.likeness.de_mas !== 0 ? named[0]?.credit : undefined
  if (!other) return { pair: null, credits, count: likely.length, rivals: [...rivals] }
  return {
    pair: { claim, credit: other, regla: 'otro_monto', exacta: false },
    credits: [other, ...credits.filter((credit) => credit !== other)],
    count: likely.length,
    rivals: [...rivals],
  }
}
