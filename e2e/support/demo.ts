import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { OTHER_DAYS } from './far-from-midnight.ts'
import { inside, startProduct } from './product.ts'
import { withoutNights } from './without-nights.ts'

const SCRIPT = 'src/app/run.js demo'
/** Its pictures take most of the time of making the sample. */
const QUICK = `--import=${pathToFileURL(join(import.meta.dirname, 'quick-pictures.ts')).href}`
/** Of the folder of the run, which no other run has. */
const SAMPLE = () => join(tmpdir(), 'sample')

/** The product as `npm run demo` starts it, in a folder of its own. */
export interface Demo {
  /** `http://localhost:12345` */
  address: string
  owner: { correo: string; clave: string }
  /** For `tombola` beside it. */
  env: Record<string, string>
  close(): Promise<void>
}

/** The first of a run draws its pictures in every width and sells to thirty people before it opens: milliseconds on a busy machine. */
export const OPENING = 300_000

/** @param folder that becomes its own; the sample data is made there if it is empty. */
export async function startDemo(folder: string, more: Record<string, string> = {}): Promise<Demo> {
  const env = { DATA_DIR: folder }
  const product = await startProduct({ ...env, ...more }, SCRIPT, OPENING)
  return {
    address: product.address,
    owner: JSON.parse(readFileSync(join(folder, 'operador-de-muestra.json'), 'utf8')),
    env,
    close: async () => {
      await product.stop()
      removeFolder(folder)
    },
  }
}

/** The same on sample data that is made once for a run of tests and copied: making it takes ten times as long as a start. */
export async function openDemo(more: Record<string, string> = {}): Promise<Demo> {
  return startDemo(await copySample(), more)
}

export async function copySample(): Promise<string> {
  const sample = SAMPLE()
  while (!existsSync(sample)) await makeSample(sample)
  const folder = mkdtempSync(join(tmpdir(), 'tombola-demo-'))
  cpSync(sample, folder, { recursive: true })
  return folder
}

/** One worker makes it, the others wait. */
async function makeSample(sample: string): Promise<void> {
  const making = `${sample}-in-the-making`
  try {
    mkdirSync(making)
  } catch {
    await sleep(100)
    return
  }
  try {
    if (existsSync(sample)) return
    const folder = mkdtempSync(`${sample}-`)
    const NODE_OPTIONS = process.env['DAYS_AHEAD'] ? `${OTHER_DAYS} ${QUICK}` : QUICK
    const product = await startProduct({ DATA_DIR: folder, NODE_OPTIONS }, SCRIPT, OPENING)
    await product.stop()
    await inside({ DATA_DIR: folder }, withoutNights)
    renameSync(folder, sample)
  } finally {
    // After a failure the next one tries.
    rmSync(making, { recursive: true })
  }
}
