import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import { randomnessOf } from './beacon.ts'
import { hashOf, type Sha256 } from './bytes.ts'
import { isPublic } from './chain.ts'
import { hasCome, isInTime, tellClocks } from './check-time.ts'
import { type DrawDocument, readDocument, stepsText } from './document.ts'
import { type Checked, type Known, type Look, look, type Told, Wrong } from './findings.ts'
import { followRule, type Outcome, type Standing } from './follow-rule.ts'
import { inMemory, readList, type Ticket } from './list.ts'
import { type DrawRule, readRule } from './rule.ts'
import { soldOutAt } from './rule-rules.ts'
import { firstInstant, isLateFreeze, latestClose, readStep, type Step } from './steps.ts'
import { tellDue, tellOutcome, tellPostponed } from './tell-outcome.ts'

/**
 * Repeats a draw from its published parts, as a stranger can: reads the rule and the frozen list to the last byte, follows the rule
 * through the steps, and compares the winners.
 * @param document of GET /api/rifas/{id}/sorteo.
 * @param list of the draw; null before it is frozen.
 * @param tell receives each finding as it is made.
 */
export function checkDraw(
  given: unknown,
  list: string | null,
  sha256: Sha256,
  known: Known = {},
  tell: (told: Told) => void = () => {},
): Promise<Checked> {
  return look({ known, sha256 }, tell, async (it) => {
    const { checked, found } = it
    const document = readDocument(given)
    if (!document) throw new Wrong('No se puede leer lo publicado de este sorteo: está incompleto o dañado.')
    const rule = await checkRule(it, document)
    checked.rule = rule
    found(
      isPublic(rule.faro)
        ? { estado: 'bien', texto: 'El azar público es el de drand, que nadie controla solo.' }
        : { estado: 'aviso', texto: 'El azar es de muestra: este sorteo es un ensayo y no vale.' },
    )
    const steps = await checkSteps(it, document)
    const latest = checkClose(it, document, rule, steps)
    if (document.lista_sha256 === null) {
      checkBefore(it, document, steps)
      const said = [document.cierre ?? [], steps.flatMap((step) => (step.tipo === 'aplazado' ? step.en : []))].flat()
      checkCome(
        it,
        said.map((text) => Date.parse(text) as Instant),
      )
      if (latest !== null) checkTime(it, firstInstant(rule, latest), 'la lista de quién participa.')
      return
    }
    const tickets = await checkList(it, document, list, rule)
    checked.tickets = tickets
    const closed = Date.parse(document.cierre ?? '') as Instant
    checkSold(it, rule, closed, latestClose(rule, steps), tickets.length)
    const frozen = { rule, closed, tickets: inMemory(tickets), list: document.lista_sha256 }
    const followed = await followRule(frozen, steps, sha256, tellingReader(it))
    Object.assign(checked, followed)
    for (const outcome of followed.outcomes)
      found({ estado: isWordOfSomebody(outcome.step) ? 'aviso' : 'bien', texto: tellOutcome(rule, outcome) })
    for (const [place, { provisional }] of followed.standings.entries()) checkFirm(it, place, provisional)
    checkCome(it, [closed, ...followed.outcomes.flatMap(saidAt)])
    comparePrizes(it, document, followed.standings, rule)
    const premio = followed.standings.findIndex(({ toca }) => toca)
    const due = followed.standings[premio]?.falta
    const again = steps.filter((step) => step.tipo === 'corregido' && step.premio === premio).at(-1)
    if (!due) return
    const since = Math.max(due.en, again ? Date.parse((again as { en: string }).en) : 0) as Instant
    checkTime(it, since, tellDue(due))
  })
}

async function checkRule({ known, sha256, must }: Look, document: DrawDocument): Promise<DrawRule> {
  must(
    (await hashOf(document.regla, sha256)) === document.regla_sha256,
    `La regla es la publicada: su código de control es ${document.regla_sha256}.`,
    'La regla no es la publicada: su código de control es otro.',
  )
  if (known.regla !== undefined)
    must(known.regla === document.regla_sha256, 'Es la regla que te dijimos.', 'Te dijimos que la regla era otra.')
  const rule = readRule(document.regla)
  if (!rule || rule.rifa !== document.rifa) throw new Wrong('La regla no se entiende, o es de otra rifa.')
  return rule
}

async function checkSteps({ known, sha256, must }: Look, { pasos, pasos_sha256 }: DrawDocument): Promise<Step[]> {
  must(
    (await hashOf(stepsText(pasos), sha256)) === pasos_sha256,
    'Los pasos del sorteo son los publicados.',
    'Los pasos del sorteo no son los publicados: su código de control es otro.',
  )
  if (known.pasos !== undefined) {
    const told = await Promise.all([...pasos, ''].map((_, many) => hashOf(stepsText(pasos.slice(0, many)), sha256)))
    must(told.includes(known.pasos), 'Siguen a los que te dijimos.', 'Te dijimos que los pasos eran otros.')
  }
  return pasos.map((text) => {
    const step = readStep(text)
    if (!step) throw new Wrong('Un paso del sorteo no se entiende.')
    return step
  })
}

/** @returns when sales ended, or end at the latest; null if only the number of sold tickets ends them. */
function checkClose({ must }: Look, { cierre }: DrawDocument, rule: DrawRule, steps: readonly Step[]): Instant | null {
  const latest = latestClose(rule, steps)
  if (cierre === null) return latest
  const closed = Date.parse(cierre) as Instant
  must(
    latest === null || (rule.cierre.tipo === 'instante' ? closed === latest : closed <= latest),
    `Las ventas cerraron como dice la regla, el ${formatDatedInstant(closed)}`,
    'Las ventas no cerraron cuando dice la regla.',
  )
  return closed
}

/** Nothing is drawn from a list that is not frozen. */
function checkBefore({ known, must, well }: Look, document: DrawDocument, steps: readonly Step[]): void {
  if (known.lista !== undefined) throw new Wrong('Te dijimos que había una lista congelada, y aquí no hay ninguna.')
  const moved = steps.every((step) => step.tipo === 'aplazado' && step.que === 'cierre')
  const none = document.premios.every((won) => won === null)
  must(moved && none, 'Todavía no se ha sorteado nada.', 'Se sorteó sin una lista congelada.')
  for (const step of steps) if (step.tipo === 'aplazado') well(tellPostponed(step))
}

async function checkList(
  { known, sha256, must, now }: Look,
  { lista_sha256, lista_cuenta, regla_sha256, cierre }: DrawDocument,
  list: string | null,
  rule: DrawRule,
): Promise<Ticket[]> {
  if (known.lista !== undefined)
    must(known.lista === lista_sha256, 'Es la lista que te dijimos.', 'Te dijimos que la lista era otra.')
  now(`Comprobando el código de control de la lista, de ${lista_cuenta} números…`)
  must(
    list !== null && (await hashOf(list, sha256)) === lista_sha256,
    `La lista es la congelada: su código de control es ${lista_sha256}.`,
    'La lista no es la congelada: su código de control es otro.',
  )
  const tickets = readList(list ?? '', rule, regla_sha256, cierre ?? '')
  must(
    tickets !== null && tickets.length === lista_cuenta,
    `La lista tiene ${lista_cuenta} números, en orden y sin repetir.`,
    'La lista está mal escrita, o no es de esta regla.',
  )
  return tickets ?? []
}

/** Whether a due step was withheld; a result that depends on the clocks is shown, and counts neither as right nor as wrong. */
function checkTime({ known: { horas }, checked, found }: Look, due: Instant, what: string): void {
  if (!horas) return
  const { alike, texto } = tellClocks(horas)
  found({ estado: alike ? 'bien' : 'aviso', texto })
  checked.aTiempo = isInTime(due, horas)
  if (checked.aTiempo === false) throw new Wrong(`Hace más de dos días que tocaba, y no se publicó: ${what}`)
  found(
    checked.aTiempo
      ? { estado: 'bien', texto: `No se ha retrasado lo que sigue: ${what}` }
      : { estado: 'aviso', texto: `No se sabe si se retrasó, porque depende de la hora: ${what}` },
  )
}

/** When it was drawn, and when it was typed or announced. */
function saidAt({ step, en }: Outcome): Instant[] {
  return 'en' in step && step.en !== undefined ? [en, Date.parse(step.en) as Instant] : [en]
}

/** A fact that no phone can compute: a lottery's result is on the lottery's page, and the reason of a late list is nowhere. */
function isWordOfSomebody(step: Step): boolean {
  return step.tipo === 'loteria' || step.tipo === 'sin sorteo' || step.tipo === 'corregido' || isLateFreeze(step)
}

/** A result that two people typed can be objected to for a while, and is provisional until then. */
function checkFirm({ known: { horas }, found }: Look, place: number, until: Instant | null): void {
  if (until === null || !horas || hasCome(until, horas)) return
  found({
    estado: 'aviso',
    texto: `Premio ${place + 1}: el resultado es provisional hasta el ${formatDatedInstant(until)}`,
  })
}

/** Nothing may be announced for an hour that is still to come. */
function checkCome({ known: { horas }, checked, found }: Look, said: readonly Instant[]): void {
  if (!horas || said.length === 0) return
  const last = Math.max(...said) as Instant
  const come = hasCome(last, horas)
  const when = formatDatedInstant(last)
  if (come === false) throw new Wrong(`Se publicó algo del ${when.replace(/\.$/, '')}, que todavía no llega.`)
  if (come) return
  checked.aTiempo = null
  found({ estado: 'aviso', texto: `No se sabe si ya pasó lo que se publicó del ${when}` })
}

/** Payments that were annulled after the close may have taken numbers away again: nobody but the shop knows which. */
function checkSold({ found }: Look, rule: DrawRule, closed: Instant, limit: Instant | null, count: number): void {
  const enough = soldOutAt(rule)
  if (enough === null || count >= enough || (limit !== null && closed >= limit)) return
  const texto = `La lista tiene ${count} números, y las ventas terminaban con ${enough}. Pudieron anularse pagos después del cierre: pregunta cuáles.`
  found({ estado: 'aviso', texto })
}

/** Reads rounds, each once: a signature takes a phone seconds, and several prizes may have the same. */
function tellingReader({ now }: Look): typeof randomnessOf {
  const known = new Map<string, ReturnType<typeof randomnessOf>>()
  return (chain, round, signature, sha256) => {
    const key = `${round} ${signature}`
    let read = known.get(key)
    if (!read) {
      now(`Comprobando la firma de la ronda ${round} del azar público…`)
      read = randomnessOf(chain, round, signature, sha256)
      known.set(key, read)
    }
    return read
  }
}

function comparePrizes({ must }: Look, { premios }: DrawDocument, standings: Standing[], rule: DrawRule): void {
  must(premios.length === standings.length, 'Están todos los premios.', 'Faltan premios, o sobran.')
  for (const [place, { ganador, falta, desierto }] of standings.entries()) {
    const said = premios[place] ?? null
    const name = `Premio ${place + 1}, ${rule.premios[place]?.titulo}`
    const right = ganador
      ? `${name}: ganó el ${ganador.numero}.`
      : desierto
        ? `${name}: no quedó ningún número.`
        : `${name}: falta ${tellDue(falta)}`
    must(
      said?.numero === ganador?.numero && said?.codigo === ganador?.codigo,
      right,
      `${name}: el ganador publicado no es el que da la regla.`,
    )
  }
}
