import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build-stamp.ts'

/** Of the product that runs, as package.json has it. */
export const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version
