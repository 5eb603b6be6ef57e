import { expect, test, vi } from 'vitest'
import { prepareAgain } from './do-work.ts'

const answer = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers })

test('a call that a busy server refused is made again when it says, as it was', async () => {
  vi.useFakeTimers()
  try {
    let back: unknown
    const done = { 'x-trabajo': 'a.1' }
    const waiting = prepareAgain(answer(503, { 'retry-after': '3' }), null, done).then((headers) => {
      back = headers
    })
    await vi.advanceTimersByTimeAsync(2_900)
    expect(back).toBeUndefined()
    await vi.advanceTimersByTimeAsync(200)
    await waiting
    expect(back).toEqual(done)
  } finally {
    vi.useRealTimers()
  }
})

test.each([{}, { 'retry-after': '30' }, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }])(
  'it is not when the server says nothing, or longer than a page waits: %o',
  async (headers) => {
    expect(await prepareAgain(answer(503, headers as Record<string, string>), null)).toBeNull()
  },
)

test('nor when work is asked for and none is named', async () => {
  expect(await prepareAgain(answer(428), null)).toBeNull()
})
