import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailure } from '#platform/web/fetch-json.ts'
import { type CheckClaims, readCheckLink } from '#purchases/check-link.ts'
import type { Clocks } from '../check-time.ts'
import type { DrawDocument } from '../document.ts'
import type { Finding, Known, Told } from '../findings.ts'
import { LONG_LIST } from '../list.ts'
import { clocksOf, listLength, loadDocument, loadList } from './load-draw.ts'
import type { Answered, Asked, Verdict } from './run-check.ts'

/** Parts of a draw that are here: fetched, or files of this phone. */
interface Material {
  document: DrawDocument
  /** Null before it is frozen. */
  list: string | null
  /** Time when the document arrived. */
  horas: Clocks
}

export interface Check {
  /** `larga`: the list is so long that it is fetched only on demand. */
  estado: 'cargando' | 'larga' | 'comprobando' | 'listo' | 'sin linea'
  /** The slow part, in words. */
  ahora: string
  /** Of a list on its way, how much has come, from 0 to 1; null otherwise. */
  parte: number | null
  /** Length of a list that waits for the visitor's demand. */
  cuenta: number
  hallazgos: Finding[]
  veredicto: Verdict | null
  /** Of the buyer's numbers; null before they were looked for. */
  propios: Finding[] | null
  material: Material | null
}

const BEGINNING: Check = {
  estado: 'cargando',
  ahora: 'Pidiendo la regla y los pasos…',
  parte: null,
  cuenta: 0,
  hallazgos: [],
  veredicto: null,
  propios: null,
  material: null,
}

export interface CheckTools {
  check: Check
  /** The visitor's entries from their mail. */
  claims: CheckClaims
  /** Compares with other claims, and does all of it again. */
  compare(claims: CheckClaims): void
  /** Repeats the failed download. */
  retry(): void
  /** Fetches a long list, and checks all of it. */
  readAll(): void
  /** Checks files of this phone in place of the shop's answers. @throws Error in Spanish about the files' fault */
  readFiles(files: readonly File[]): Promise<void>
}

/** The draw of a raffle, fetched and done again in this browser. */
export function useCheck(raffleId: number): CheckTools {
  const [check, setCheck] = useState(BEGINNING)
  const [claims, setClaims] = useState(() => readCheckLink(location.hash))
  const checker = useRef<Checker | null>(null)
  /** Counts the runs: results of an overtaken one are not shown. */
  const turn = useRef(0)
  /** Whether also a list that is long is to be read. */
  const whole = useRef(false)

  const change = useCallback((own: number, next: Partial<Check> | ((before: Check) => Partial<Check>)) => {
    if (own !== turn.current) return
    setCheck((before) => ({ ...before, ...(typeof next === 'function' ? next(before) : next) }))
  }, [])

  /** Repeats a draw, from the material that is here. */
  const run = useCallback(
    (own: number, material: Material, said: CheckClaims) => {
      change(own, { ...BEGINNING, estado: 'comprobando', ahora: 'Comprobando…', material })
      checker.current?.end()
      const hear = (answered: Answered) => change(own, (before) => heard(before, answered))
      const one = startChecker(hear, () => change(own, { estado: 'sin linea' }))
      checker.current = one
      const { document, list, horas } = material
      one.ask({ tipo: 'sorteo', document, list, known: { ...knownOf(said), horas } })
      if (document.lista_sha256 === null || (said.numeros.length === 0 && said.codigo === null)) return
      one.ask({ tipo: 'propios', own: { numeros: said.numeros, codigo: said.codigo } })
    },
    [change],
  )

  const load = useCallback(
    async (said: CheckClaims) => {
      turn.current += 1
      const own = turn.current
      change(own, BEGINNING)
      try {
        const { document, horas } = await loadDocument(raffleId)
        const cuenta = document.lista_cuenta ?? 0
        if (cuenta > LONG_LIST && !whole.current) {
          change(own, { estado: 'larga', cuenta })
          return
        }
        const list = await listOf(raffleId, document, (parte) => change(own, { ahora: 'Bajando la lista…', parte }))
        if (own === turn.current) run(own, { document, list, horas }, said)
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        change(own, { estado: 'sin linea' })
      }
    },
    [raffleId, change, run],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later changes of the claims load by themselves.
  useEffect(() => {
    load(claims)
    return () => checker.current?.end()
  }, [])

  useEffect(() => {
    const read = () => {
      const said = readCheckLink(location.hash)
      setClaims(said)
      load(said)
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [load])

  const again = (material: Material, said: CheckClaims) => {
    turn.current += 1
    run(turn.current, material, said)
  }

  return {
    check,
    claims,
    compare: (said) => {
      setClaims(said)
      if (check.material) again(check.material, said)
      else load(said)
    },
    retry: () => load(claims),
    readAll: () => {
      whole.current = true
      load(claims)
    },
    readFiles: async (files) => again(await materialOf(files), claims),
  }
}

function heard(before: Check, answered: Answered): Partial<Check> {
  switch (answered.estado) {
    case 'ahora':
      return { ahora: answered.texto }
    case 'veredicto':
      return { estado: 'listo', veredicto: answered.veredicto }
    case 'propios':
      return { propios: answered.hallazgos }
    default:
      return { hallazgos: [...before.hallazgos, answered satisfies Told] }
  }
}

function knownOf({ regla, lista, pasos }: CheckClaims): Known {
  return {
    ...(regla !== null && { regla }),
    ...(lista !== null && { lista }),
    ...(pasos !== null && { pasos }),
  }
}

async function listOf(
  raffleId: number,
  { lista_sha256, lista_cuenta }: DrawDocument,
  onPart: (part: number) => void,
): Promise<Material['list']> {
  if (lista_sha256 === null) return null
  const length = listLength(lista_cuenta ?? 0)
  onPart(0)
  return loadList(raffleId, (bytes) => onPart(Math.min(1, bytes / length)))
}

/** `sorteo.json` and `lista.csv`, whatever they are called now. */
async function materialOf(files: readonly File[]): Promise<Material> {
  const texts = await Promise.all(files.map((file) => file.text()))
  const json = texts.find((text) => text.trimStart().startsWith('{'))
  if (json === undefined) throw new Error('Falta sorteo.json, el archivo con la regla y los pasos.')
  const list = texts.find((text) => text.startsWith('tombola-lista-')) ?? null
  let document: DrawDocument
  try {
    document = JSON.parse(json)
  } catch {
    throw new Error('Ese sorteo.json está a medias: bájalo otra vez.')
  }
  if (list === null && document.lista_sha256 !== null) throw new Error('Falta lista.csv, el archivo con los números.')
  return { document, list, horas: clocksOf(null) }
}

/** A check apart from the page. It answers requests one after the other. */
interface Checker {
  ask(asked: Asked): void
  end(): void
}

/**
 * In a worker: a signature takes a cheap phone seconds, in which the page stays responsive. Without workers, or if the line does not bring
 * it, in the page itself.
 * @param tell receives the results. @param onBroken its code did not arrive.
 */
function startChecker(tell: (answered: Answered) => void, onBroken: () => void): Checker {
  const hands: { ask(asked: Asked): void; end(): void }[] = []
  const asked: Asked[] = []
  let ended = false
  const hear = (answered: Answered) => {
    if (!ended) tell(answered)
  }
  const takeOver = () => {
    if (ended) return
    hands[0] = inPage(hear, onBroken)
    for (const one of asked) hands[0].ask(one)
  }
  try {
    hands[0] = inWorker(hear, takeOver)
  } catch {
    takeOver()
  }
  return {
    ask(one) {
      asked.push(one)
      hands[0]?.ask(one)
    },
    end() {
      ended = true
      hands[0]?.end()
    },
  }
}

function inWorker(hear: (answered: Answered) => void, onBroken: () => void): Checker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  worker.onmessage = ({ data }: MessageEvent<Answered>) => hear(data)
  worker.onerror = () => {
    worker.terminate()
    onBroken()
  }
  return { ask: (asked) => worker.postMessage(asked), end: () => worker.terminate() }
}

function inPage(hear: (answered: Answered) => void, onBroken: () => void): Checker {
  let turn = import('./run-check.ts').then(({ createCheck }) => createCheck())
  return {
    ask(asked) {
      turn = turn.then(async (check) => {
        await check(asked, hear)
        return check
      })
      turn.catch(onBroken)
    },
    end: () => undefined,
  }
}
