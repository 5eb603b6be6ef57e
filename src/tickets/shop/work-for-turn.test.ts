import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorkChallenge } from '#platform/work.ts'
import { workForTurn } from './work-for-turn.ts'

const calls = vi.hoisted(() => ({
  /** What the server answers, one by one; then nothing comes. */
  answers: [] as unknown[],
  brought: [] as unknown[],
  able: true,
}))
vi.mock('#platform/web/fetch-json.ts', () => ({
  apiAddress: () => '',
  fetchJson: async (_path: string, _options: unknown, done: unknown) => {
    calls.brought.push(done)
    const answer = calls.answers.shift()
    if (!answer) throw new Error('no answer')
    return answer
  },
}))
vi.mock('#platform/web/work/do-work.ts', () => ({
  doWork: async ({ reto }: WorkChallenge) => (calls.able ? { work: reto } : null),
}))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(calls, { answers: [], brought: [], able: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const piece = (reto: string) => ({ tiene_boletos: false, trabajo: { reto, sal: 's', huella: 'h', hasta: 4_096 } })
const DONE = { tiene_boletos: true, trabajo: null }

/** @returns whether there are tickets, what the calls brought, and how often there was work. */
async function work(goesOn: () => boolean = () => true) {
  let worked = 0
  const served = workForTurn('/turno', {}, goesOn, (turn) => {
    if (turn === 'works') worked += 1
  })
  await vi.advanceTimersByTimeAsync(200_000)
  return { served: await served, brought: calls.brought, worked }
}

test('each call brings the piece that the one before gave, until there are tickets', async () => {
  calls.answers = [piece('a'), piece('b'), DONE]
  expect(await work()).toEqual({ served: true, brought: [{}, { work: 'a' }, { work: 'b' }], worked: 2 })
})

test('where no work helps nothing is done, and each minute it asks whether it does by now', async () => {
  const nothing = { tiene_boletos: false, trabajo: null }
  calls.answers = [nothing, piece('a'), DONE]
  expect(await work()).toEqual({ served: true, brought: [{}, {}, { work: 'a' }], worked: 1 })
  Object.assign(calls, { answers: [nothing, nothing, nothing], brought: [] })
  let left = 2
  expect(await work(() => left-- > 0)).toEqual({ served: false, brought: [{}, {}], worked: 0 })
})

test('a call that is lost is made again for another piece; of a server that is gone nothing is asked for ever', async () => {
  calls.answers = [piece('a'), null, piece('b'), DONE]
  expect(await work()).toEqual({ served: true, brought: [{}, { work: 'a' }, {}, { work: 'b' }], worked: 2 })
  calls.brought = []
  expect(await work()).toEqual({ served: false, brought: [{}, {}, {}, {}], worked: 0 })
})

test('what the device cannot do is given up after a while', async () => {
  calls.able = false
  calls.answers = Array.from({ length: 20 }, () => piece('a'))
  expect((await work()).brought).toHaveLength(4)
})

test('it ends when its visitor has gone', async () => {
  calls.answers = Array.from({ length: 20 }, () => piece('a'))
  let left = 3
  expect((await work(() => left-- > 0)).brought).toHaveLength(3)
})
