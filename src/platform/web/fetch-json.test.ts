import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailure, fetchJson } from './fetch-json.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers each call with the next of those. */
function answering(...answers: Response[]) {
  const asked = vi.fn(async () => answers.shift() ?? Response.json({ bien: true }))
  vi.stubGlobal('fetch', asked)
  return asked
}

const busy = (headers: Record<string, string> = {}) => Response.json({}, { status: 503, headers })

test('a call that a busy server refused is made again when it says', async () => {
  const asked = answering(busy({ 'retry-after': '3' }))
  const answer = fetchJson('/api')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect([await answer, asked.mock.calls.length]).toEqual([{ bien: true }, 2])
})

test.each([{}, { 'retry-after': '30' }, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }])(
  'it is not when the server gives no time, or a longer one than a page waits: %o',
  async (headers) => {
    const asked = answering(busy(headers as Record<string, string>))
    await expect(fetchJson('/api')).rejects.toBeInstanceOf(CallFailure)
    expect(asked).toHaveBeenCalledTimes(1)
  },
)
