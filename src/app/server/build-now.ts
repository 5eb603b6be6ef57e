import { ensureBuilt, removeOthers } from './build.ts'

/** `npm run build`: builds stale parts (`--force`: everything). `npm pack` needs `--only` this build in `dist`. */
await ensureBuilt(['pages', 'server'], { force: process.argv.includes('--force') })
if (process.argv.includes('--only')) await removeOthers()
