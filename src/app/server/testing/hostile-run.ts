import type { HostileFile } from '#review/server/testing/hostile-files.ts'
import { judgeOriginal, judgeUpload, judgeView, type ProofAnswer } from './judge-proof.ts'

/** The server under test, by any transport. */
export interface Door {
  upload(file: HostileFile, turn: number): Promise<ProofAnswer>
  get(path: string): Promise<ProofAnswer>
}

export interface HostileRun {
  files: number
  refused: number
  drawn: number
  /** Only offered as a download. */
  undrawable: number
  /** Told to come back, and then rendered or not. */
  deferred: number
  /** Milliseconds, and of which kind. */
  slowest: { view: [number, string]; upload: [number, string] }
  /** `kind: problem` */
  problems: string[]
}

/** Retries of a view that is told to wait. */
const RETRIES = 20

/** Sends each file as a proof, looks at it as the desk does, and downloads it. */
export async function sendHostile(
  door: Door,
  files: AsyncIterable<HostileFile>,
  onFile: (run: HostileRun) => void = () => {},
  pause: () => Promise<void> = async () => {},
): Promise<HostileRun> {
  const run: HostileRun = {
    files: 0,
    refused: 0,
    drawn: 0,
    undrawable: 0,
    deferred: 0,
    slowest: { view: [0, ''], upload: [0, ''] },
    problems: [],
  }
  const note = (file: HostileFile, what: string, wrong: string[]) => {
    for (const one of wrong) run.problems.push(`${file.kind}, ${what}: ${one}`)
  }
  async function timed(file: HostileFile, what: 'view' | 'upload', ask: () => Promise<ProofAnswer>) {
    const begun = performance.now()
    const answer = await ask()
    const took = performance.now() - begun
    if (took > run.slowest[what][0]) run.slowest[what] = [took, file.kind]
    return answer
  }
  async function see(file: HostileFile, id: number): Promise<void> {
    const address = `/api/panel/compras/${id}/comprobante`
    for (let tries = 0; tries < RETRIES; tries++) {
      const view = await timed(file, 'view', () => door.get(address))
      note(file, 'view', judgeView(view))
      if (view.status === 503) {
        run.deferred++
        await pause()
        continue
      }
      if (view.status === 200) run.drawn++
      else run.undrawable++
      break
    }
    note(file, 'original', judgeOriginal(await door.get(`${address}/original`), file.bytes))
  }
  for await (const file of files) {
    const answer = await timed(file, 'upload', () => door.upload(file, run.files))
    run.files++
    note(file, 'upload', judgeUpload(answer))
    if (answer.status === 201) await see(file, JSON.parse(answer.body.toString()).id)
    else run.refused++
    onFile(run)
  }
  return run
}
