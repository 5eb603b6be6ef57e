import { type Asked, createCheck } from './run-check.ts'

const check = createCheck()
let before = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  // One after the other: a question about a number waits for the list that it is about.
  before = before.then(() => check(data, (answered) => postMessage(answered)))
})
