// `npm start`, `npm run demo`, `npm run tombola`. Not TypeScript: as long as nothing is compiled ahead, Node would load what strips
// types for this file.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../dist/compiled'))
const { findProgram } = await import('./server/launch.ts')
// What follows is for the program, as if it had been started by itself.
const [program = 'start'] = process.argv.splice(2, 1)
await import(await findProgram(program))
// What was compiled is kept even if this process is killed one day.
flushCompileCache()
