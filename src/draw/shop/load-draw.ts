import type { Instant } from '#platform/clock.ts'
import { apiAddress, CallFailure, fetchJson } from '#platform/web/fetch-json.ts'
import type { Clocks } from '../check-time.ts'
import type { DrawDocument } from '../document.ts'

/** Nothing has come for so long, in milliseconds: the line is dead. */
const SILENCE = 20_000

/** The address of the published document of a raffle's draw. */
export function drawAddress(raffleId: number): string {
  return `/api/rifas/${raffleId}/sorteo`
}

/** Published document of a draw, and the time of its arrival. @throws CallFailure */
export async function loadDocument(raffleId: number): Promise<{ document: DrawDocument; horas: Clocks }> {
  let horas = clocksOf(null)
  const heard = (headers: Headers) => {
    horas = clocksOf(headers.get('date'))
  }
  return { document: await fetchJson<DrawDocument>(drawAddress(raffleId), { heard }), horas }
}

/** Clock of this device, and of the shop: the date of its headers; null if there is none. */
export function clocksOf(date: string | null): Clocks {
  const tienda = Date.parse(date ?? '')
  return { aqui: Date.now() as Instant, tienda: Number.isNaN(tienda) ? null : (tienda as Instant) }
}

/**
 * The text of the frozen list, as it comes.
 * @param onBytes how many have come.
 * @throws CallFailure when it does not come, or stops coming.
 */
export async function loadList(raffleId: number, onBytes: (bytes: number) => void): Promise<string> {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), SILENCE)
  try {
    const answer = await fetch(`${apiAddress(drawAddress(raffleId))}/lista`, { signal: stop.signal })
    if (!answer.ok || !answer.body) throw new CallFailure(answer.status)
    const reader = answer.body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    let bytes = 0
    for (;;) {
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return text + decoder.decode()
      timer = setTimeout(() => stop.abort(), SILENCE)
      text += decoder.decode(value, { stream: true })
      bytes += value.length
      onBytes(bytes)
    }
  } catch (error) {
    throw error instanceof CallFailure ? error : new CallFailure(0)
  } finally {
    clearTimeout(timer)
  }
}

/** About how long the text of a list is, from how many numbers it has, in bytes. */
export function listLength(count: number): number {
  return count * (String(count).length + 14) + 130
}

/** About how much of it crosses the line: it comes packed. */
export function listOnTheWay(count: number): number {
  return listLength(count) * 0.4
}

/** `1,9 MB`, `170 kB` */
export function sizeText(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`
    : `${Math.max(1, Math.round(bytes / 1_000))} kB`
}
