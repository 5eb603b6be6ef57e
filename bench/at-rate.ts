import { Agent, type RequestOptions, request } from 'node:http'
import type { PurchaseForm } from './purchase-form.ts'

/** Milliseconds of each answer, from the moment at which the request was due: a server that is late is not spared the wait. */
export interface Answers {
  times: number[]
  /** Statuses that are not 2xx, and requests without an answer. */
  errors: string[]
}

/** Sends that many requests a second for that long, evenly, whether the last were answered or not. */
export async function atRate(perSecond: number, seconds: number, send: () => Promise<number>): Promise<Answers> {
  const answers: Answers = { times: [], errors: [] }
  const waiting = new Set<Promise<void>>()
  const begun = performance.now()
  const ask = async (due: number) => {
    try {
      const status = await send()
      if (status < 200 || status > 299) answers.errors.push(String(status))
    } catch (error) {
      answers.errors.push(String(error))
    }
    answers.times.push(performance.now() - begun - due)
  }
  for (let sent = 0; sent < perSecond * seconds; ) {
    for (; sent < perSecond * seconds && (sent * 1000) / perSecond <= performance.now() - begun; sent++) {
      const asked = ask((sent * 1000) / perSecond).then(() => void waiting.delete(asked))
      waiting.add(asked)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await Promise.all(waiting)
  return answers
}

/** Sends requests over connections that stay open, as browsers keep them. */
export function createSender() {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  const send = (url: string, options: RequestOptions = {}, body?: Buffer) =>
    new Promise<number>((resolve, reject) => {
      request(
        url,
        { agent, ...options, headers: { ...options.headers, ...(body && { 'content-length': body.length }) } },
        (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
        },
      )
        .once('error', reject)
        .end(body)
    })
  return {
    send,
    /** The form is written over by the next one, so each is sent as a copy. */
    form: (url: string, { headers, fill }: PurchaseForm) => send(url, { method: 'POST', headers }, Buffer.from(fill())),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
