import { after, formatInstant, type Instant } from '#platform/clock.ts'
import { hashOf, type Sha256 } from './bytes.ts'
import { isPublic } from './chain.ts'
import { type DrawDocument, readDocument, stepsText } from './document.ts'
import {
  BrokenRule,
  type Due,
  firstInstant,
  followRule,
  latestClose,
  type Outcome,
  type Standing,
} from './follow-rule.ts'
import { inMemory, readList, type Ticket } from './list.ts'
import { type DrawRule, readRule } from './rule.ts'
import { readStep, type Step } from './steps.ts'
import { linesOf, rootOf } from './tree.ts'

/** Something that was looked at. `aviso`: nothing is wrong, and somebody should know. */
export interface Finding {
  estado: 'bien' | 'mal' | 'aviso'
  texto: string
}

export interface Checked {
  /** Nothing is wrong, as far as the draw has come. */
  bien: boolean
  hallazgos: Finding[]
  /** Null where it could not be followed. */
  rule: DrawRule | null
  tickets: readonly Ticket[] | null
  outcomes: Outcome[]
  standings: Standing[]
}

/** What somebody knows from elsewhere, such as a mail that he got before the draw. */
export interface Known {
  regla?: string
  lista?: string
  /** Of the steps that there were then. */
  pasos?: string
  /** What the clock says: what was due long ago and is not there was withheld. */
  ahora?: Instant
}

/** How long what was drawn may take to be published. */
const WITHHELD = 48 * 3_600_000

/** Ends the check: what follows from something wrong says nothing. */
class Wrong extends Error {}

/**
 * Does a draw again from what is published of it, as a stranger can: reads the rule and the frozen list to the last byte, follows the rule
 * through what was drawn, and compares the winners.
 * @param document of GET /api/rifas/{id}/sorteo. @param list of its list; null before it is frozen.
 */
export async function checkDraw(
  given: unknown,
  list: string | null,
  sha256: Sha256,
  known: Known = {},
): Promise<Checked> {
  const hallazgos: Finding[] = []
  const checked: Checked = { bien: false, hallazgos, rule: null, tickets: null, outcomes: [], standings: [] }
  const well = (texto: string) => void hallazgos.push({ estado: 'bien', texto })
  const must = (holds: boolean, right: string, wrong: string) => {
    if (!holds) throw new Wrong(wrong)
    well(right)
  }
  try {
    const document = readDocument(given)
    if (!document) throw new Wrong('Lo publicado de este sorteo no se entiende.')
    const rule = await checkRule(document, sha256, known, must)
    checked.rule = rule
    hallazgos.push(
      isPublic(rule.faro)
        ? { estado: 'bien', texto: 'El azar es el de drand, un faro público que nadie controla solo.' }
        : { estado: 'aviso', texto: 'El faro es de muestra: este sorteo es un ensayo y no vale.' },
    )
    const steps = await checkSteps(document, sha256, known, must)
    const latest = checkClose(document, rule, steps, must)
    const inTime = (due: Instant, what: string) => {
      if (known.ahora !== undefined && known.ahora > after(due, WITHHELD))
        throw new Wrong(`Hace más de dos días que tocaba, y no se publicó: ${what}.`)
    }
    if (document.lista_sha256 === null) {
      const moved = steps.every((step) => step.tipo === 'aplazado' && step.que === 'cierre')
      const none = document.premios.every((won) => won === null)
      must(moved && none, 'Todavía no se ha sorteado nada.', 'Se sorteó sin una lista congelada.')
      for (const step of steps) well(tellOutcome(rule, { step, numero: null, porque: 'aplazado' }))
      if (latest !== null) inTime(firstInstant(rule, latest), 'la lista de quién participa')
      checked.bien = true
      return checked
    }
    must(
      list !== null && (await hashOf(list, sha256)) === document.lista_sha256,
      `La lista es la congelada: su huella es ${document.lista_sha256}.`,
      'La lista no es la congelada: su huella es otra.',
    )
    if (known.lista !== undefined)
      must(
        known.lista === document.lista_sha256,
        'Es la lista que te dijo tu correo.',
        'Tu correo dice que la lista era otra.',
      )
    const tickets = readList(list ?? '', rule, document.regla_sha256, document.cierre ?? '')
    must(
      tickets !== null && tickets.length === document.lista_cuenta,
      `La lista tiene ${document.lista_cuenta} números, en orden y sin repetir.`,
      'La lista está mal escrita, o no es de esta regla.',
    )
    checked.tickets = tickets
    if (document.lista_raiz !== null)
      must(
        (await rootOf(linesOf(list ?? ''), sha256)) === document.lista_raiz,
        'Cada número por sí solo se comprueba con la raíz publicada.',
        'La raíz publicada no es la de la lista.',
      )
    const closed = Date.parse(document.cierre ?? '') as Instant
    const frozen = { rule, closed, tickets: inMemory(tickets ?? []), list: document.lista_sha256 }
    const followed = await followRule(frozen, steps, sha256)
    Object.assign(checked, followed)
    for (const outcome of followed.outcomes) well(tellOutcome(rule, outcome))
    comparePrizes(document, followed.standings, rule, must)
    for (const { falta } of followed.standings) if (falta) inTime(falta.en, tellDue(falta))
    checked.bien = true
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof BrokenRule)) throw error
    hallazgos.push({
      estado: 'mal',
      texto: error instanceof Wrong ? error.message : `Un paso no sigue la regla: ${error.message}.`,
    })
  }
  return checked
}

type Must = (holds: boolean, right: string, wrong: string) => void

async function checkRule(document: DrawDocument, sha256: Sha256, known: Known, must: Must): Promise<DrawRule> {
  must(
    (await hashOf(document.regla, sha256)) === document.regla_sha256,
    `La regla es la publicada: su huella es ${document.regla_sha256}.`,
    'La regla no es la publicada: su huella es otra.',
  )
  if (known.regla !== undefined)
    must(
      known.regla === document.regla_sha256,
      'Es la regla que te dijo tu correo.',
      'Tu correo dice que la regla era otra.',
    )
  const rule = readRule(document.regla)
  if (!rule || rule.rifa !== document.rifa) throw new Wrong('La regla no se entiende, o es de otra rifa.')
  return rule
}

/** @returns when sales ended, or end at the latest; null where only what is sold ends them. */
function checkClose({ cierre }: DrawDocument, rule: DrawRule, steps: readonly Step[], must: Must): Instant | null {
  const latest = latestClose(rule, steps)
  if (cierre === null) return latest
  const closed = Date.parse(cierre) as Instant
  must(
    latest === null || (rule.cierre.tipo === 'instante' ? closed === latest : closed <= latest),
    `Las ventas cerraron como dice la regla, el ${formatInstant(closed)}.`,
    'Las ventas no cerraron cuando dice la regla.',
  )
  return closed
}

async function checkSteps(
  { pasos, pasos_sha256 }: DrawDocument,
  sha256: Sha256,
  known: Known,
  must: Must,
): Promise<Step[]> {
  must(
    (await hashOf(stepsText(pasos), sha256)) === pasos_sha256,
    'Los pasos del sorteo son los publicados.',
    'Los pasos del sorteo no son los publicados: su huella es otra.',
  )
  if (known.pasos !== undefined) {
    const told = await Promise.all([...pasos, ''].map((_, many) => hashOf(stepsText(pasos.slice(0, many)), sha256)))
    must(told.includes(known.pasos), 'Siguen a los que te dijo tu correo.', 'Tu correo dice que los pasos eran otros.')
  }
  return pasos.map((text) => {
    const step = readStep(text)
    if (!step) throw new Wrong('Un paso del sorteo no se entiende.')
    return step
  })
}

function comparePrizes({ premios }: DrawDocument, standings: Standing[], rule: DrawRule, must: Must): void {
  must(premios.length === standings.length, 'Están todos los premios.', 'Faltan premios, o sobran.')
  for (const [place, { ganador, falta, desierto }] of standings.entries()) {
    const said = premios[place] ?? null
    const name = `Premio ${place + 1}, ${rule.premios[place]?.titulo}`
    const right = ganador
      ? `${name}: ganó el ${ganador.numero}.`
      : desierto
        ? `${name}: no quedó ningún número.`
        : `${name}: falta ${tellDue(falta)}.`
    must(
      said?.numero === ganador?.numero && said?.codigo === ganador?.codigo,
      right,
      `${name}: el ganador publicado no es el que da la regla.`,
    )
  }
}

function tellDue(due: Due | null): string {
  if (!due) return 'que se decida el premio anterior'
  return due.tipo === 'faro'
    ? `la ronda ${due.ronda} del faro, del ${formatInstant(due.en)}`
    : `el sorteo de la lotería del ${formatInstant(due.en)}`
}

const tellInstant = (text: string) => formatInstant(Date.parse(text) as Instant)

/** What a step came to, as a person reads it. */
export function tellOutcome(rule: DrawRule, { step, numero, porque }: Outcome): string {
  if (step.tipo === 'aplazado')
    return `${step.que === 'cierre' ? 'El cierre' : 'El sorteo'} se aplazó antes de su hora, del ${tellInstant(step.de)} al ${tellInstant(step.a)}: ${step.motivo}`
  const prize = `Premio ${step.premio + 1}`
  const { por } = rule.premios[step.premio] ?? { por: { tipo: 'faro' as const } }
  switch (step.tipo) {
    case 'faro':
      return `${prize}: la ronda ${step.ronda} del faro, con su firma comprobada, da el ${numero}.`
    case 'vencido':
      return `${prize}: el ${numero} no se reclamó a tiempo.`
    case 'sin sorteo':
      return `${prize}: el ${step.dia} no hubo sorteo (${step.motivo}). Lo dicen ${step.manos.join(' y ')}.`
    case 'loteria': {
      const drawn =
        por.tipo === 'loteria'
          ? por.partes.map(({ loteria }, at) => `${loteria} ${step.resultados[at]}`).join(' y ')
          : ''
      const why = { ganó: 'que ganó', 'no vendido': 'que no se vendió', 'ya ganó': 'que ya había ganado' } as Record<
        string,
        string
      >
      return `${prize}: el ${step.dia} salió ${drawn}, y da el ${numero}, ${why[porque]}. Lo escribieron ${step.manos.join(' y ')}; compruébalo en ${step.enlace || 'la página de la lotería'}.`
    }
  }
}
