import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Fonts of a page: as on most phones, or as where every letter is a quarter wider. */
export type Fonts = 'phone' | 'wide'

const FAMILIES: Record<Fonts, { text: string; packages: string[] }> = {
  phone: { text: 'Roboto', packages: ['@expo-google-fonts/roboto', '@expo-google-fonts/roboto-condensed'] },
  wide: { text: 'DejaVu Sans', packages: ['dejavu-fonts-ttf'] },
}

/**
 * A fontconfig file that shows a browser these fonts and no other: a text must not break elsewhere because a machine has
 * other fonts installed. Chromium takes only plain TrueType and OpenType from fontconfig, no web fonts (.woff).
 * @returns its path, for FONTCONFIG_FILE.
 */
export function fontconfigFile(fonts: Fonts): string {
  const { text, packages } = FAMILIES[fonts]
  const folder = join(tmpdir(), `tombola-fonts-${fonts}`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `fonts-${process.pid}.conf`)
  const { resolve } = createRequire(import.meta.url)
  const folders = packages.map((name) => dirname(resolve(`${name}/package.json`)))
  writeFileSync(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((one) => `  <dir>${one}</dir>`).join('\n')}
  <cachedir>${join(folder, 'cache')}</cachedir>
${['sans-serif', 'serif', 'monospace', 'system-ui'].map((family) => alias(family, text)).join('\n')}
  <match target="pattern"><edit name="family" mode="append_last"><string>${text}</string></edit></match>
</fontconfig>
`,
  )
  return path
}

function alias(family: string, font: string): string {
  return `  <alias binding="same"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`
}
