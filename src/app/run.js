// `npm start`, `npm run demo`, `npm run tombola`. Not TypeScript: as long as nothing is compiled ahead, Node would load what strips
// types for this file.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Half of them may wait for a slow disk (platform/server/files.ts). Nothing has asked for one yet: then it would be too late.
process.env['UV_THREADPOOL_SIZE'] ??= '8'
enableCompileCache(join(import.meta.dirname, '../../dist/compiled'))
const { findProgram } = await import('./server/launch.ts')
// What follows is for the program, as if it had been started by itself.
const [program = 'start'] = process.argv.splice(2, 1)
await import(await findProgram(program))
// What was compiled is kept even if this process is killed one day.
flushCompileCache()
