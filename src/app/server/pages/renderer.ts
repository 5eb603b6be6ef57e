import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageInput, RenderPage } from '../../page-data.ts'
import { CLIENT, DIST } from '../build-stamp.ts'

export type Render = (input: Omit<PageInput, 'script' | 'themeScript' | 'earlyScript'>) => ReturnType<RenderPage>

/** Loads the built page renderer and its inlined parts. Call `ensureBuilt` first. */
export async function loadRenderer(): Promise<Render> {
  const [{ renderPage }, manifest, themeScript, earlyScript] = await Promise.all([
    import(pathToFileURL(join(DIST, 'server/renderer.js')).href) as Promise<{ renderPage: RenderPage }>,
    readFile(join(CLIENT, '.vite/manifest.json'), 'utf8'),
    readFile(join(DIST, 'server/inline-theme.js'), 'utf8'),
    readFile(join(DIST, 'server/inline-early.js'), 'utf8'),
  ])
  const chunks = JSON.parse(manifest) as Record<string, { file: string }>
  const script = `/${chunks['src/app/shop/entry-client.tsx']?.file ?? ''}`
  return (input) => renderPage({ ...input, script, themeScript: themeScript.trim(), earlyScript: earlyScript.trim() })
}
