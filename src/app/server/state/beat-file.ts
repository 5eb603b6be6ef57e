import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '#platform/server/context.ts'
import { makeFolder } from '#platform/server/installation/private-folder.ts'
import { describeFailure } from '#platform/server/log.ts'

/** In the data folder: a file for each process that serves from it, by which the others see that they share it. */
export const PROCESSES_FOLDER = 'procesos'
/** The file of a process that ended without a word is removed after this time. */
const FORGET_AFTER = 86_400_000

/** A full disk keeps no server from starting: other checks report it. @returns a function that removes the file. */
export function leaveMark({ config, vitals, log }: Ctx): () => void {
  const folder = join(config.dataDir, PROCESSES_FOLDER)
  const own = join(folder, vitals.id)
  try {
    makeFolder(folder)
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > FORGET_AFTER)
        rmSync(file, { force: true })
    }
    writeFileSync(own, `${vitals.name}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn({ failure: describeFailure(error) }, 'no mark of this process in the data folder')
  }
  return () => rmSync(own, { force: true })
}
