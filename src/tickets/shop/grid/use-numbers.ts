import { useCallback, useEffect, useRef, useState } from 'react'
import { apiAddress, CallFailure, timeoutSignal, whileSeen } from '#platform/web/fetch-json.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { BitSet } from './bit-set.ts'

const PATIENCE = 15_000

/** While the grid is open: numbers taken by others show within this time. */
const REFRESH = 12_000

/** The free numbers, queried again while the grid is visible. `failed` only while nothing was ever loaded. */
export function useNumbers(raffle: RaffleAnswer) {
  const [numbers, setNumbers] = useState<LoadedNumbers | null>(null)
  const [failed, setFailed] = useState(false)
  const known = useRef<LoadedNumbers | null>(null)
  const loading = useRef(false)
  const wantedAgain = useRef(false)
  const reload = useCallback(() => {
    // Two answers on their way could arrive in the wrong order, and the first may have left before the change in question.
    wantedAgain.current = loading.current
    if (loading.current) return
    loading.current = true
    setFailed(false)
    loadNumbers(raffle, known.current)
      .then(
        (fresh) => {
          known.current = fresh
          setNumbers(fresh)
        },
        () => setFailed(known.current === null),
      )
      .finally(() => {
        loading.current = false
        if (wantedAgain.current) reload()
      })
  }, [raffle])
  useEffect(() => {
    reload()
    return whileSeen(reload, REFRESH)
  }, [reload])
  return { numbers, failed, reload }
}

/** Which numbers are free, and the server's tag of this state. */
interface LoadedNumbers {
  free: BitSet
  etag: string
}

/**
 * Asks which numbers are free: one bit a number from our own server, the specification's list from another.
 * @param before numbers known so far: nothing new arrives when nothing changed.
 * @throws CallFailure
 */
async function loadNumbers(raffle: RaffleAnswer, before: LoadedNumbers | null): Promise<LoadedNumbers> {
  try {
    const response = await fetch(apiAddress(`/api/rifas/${raffle.id}/numeros`), {
      headers: {
        accept: 'application/octet-stream, application/json;q=0.9',
        ...(before?.etag ? { 'if-none-match': before.etag } : {}),
      },
      signal: timeoutSignal(PATIENCE),
    })
    if (response.status === 304 && before) return before
    if (!response.ok) throw new CallFailure(response.status)
    const etag = response.headers.get('etag') ?? ''
    const total = raffle.total_numeros
    if (response.headers.get('content-type')?.startsWith('application/octet-stream')) {
      return { free: new BitSet(total, new Uint8Array(await response.arrayBuffer())), etag }
    }
    return { free: freeOfList(await response.json(), total), etag }
  } catch (error) {
    throw error instanceof CallFailure ? error : new CallFailure(0)
  }
}

/**
 * The specification's list: bare, or under `data` or `numeros`. A missing `estado` counts as disponible.
 * @throws CallFailure when it is none of them.
 */
export function freeOfList(answer: unknown, total: number): BitSet {
  const list = listIn(answer)
  if (list === null) throw new CallFailure(0)
  const bits = new Uint8Array(Math.ceil(total / 8))
  for (const item of list as { numero?: unknown; estado?: unknown }[]) {
    const place = Number(item?.numero)
    if (!Number.isInteger(place) || place < 0 || place >= total) continue
    const state = typeof item.estado === 'string' ? item.estado.toLowerCase() : 'disponible'
    if (state === 'disponible') bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  }
  return new BitSet(total, bits)
}

function listIn(answer: unknown): unknown[] | null {
  if (Array.isArray(answer)) return answer
  if (typeof answer !== 'object' || answer === null) return null
  const { data, numeros } = answer as { data?: unknown; numeros?: unknown }
  if (Array.isArray(numeros)) return numeros
  return data === undefined ? null : listIn(data)
}
