import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder. It goes with the folder of the run (run-folder.ts), however its test ends. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'tombola-'))
