import { ensureBuilt, removeOthers } from './build.ts'
import { readSizes } from './build-sizes.ts'

/**
 * `npm run build`: builds stale parts (`--force`: everything) and prints the browser's downloads, unless `--quiet`. `npm pack` needs `--only` this
 * build in `dist`.
 */
await ensureBuilt(['pages', 'server'], { force: process.argv.includes('--force') })
if (process.argv.includes('--only')) await removeOthers()
if (!process.argv.includes('--quiet')) {
  for (const { name, bytes } of await readSizes()) {
    process.stdout.write(`${name.padEnd(44)} ${(bytes / 1000).toFixed(2).padStart(8)} kB brotli\n`)
  }
}
