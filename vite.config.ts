import { dirname, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { shopFile } from '#app/server/bundle/shop-react.ts'
import { PROGRAMS } from './src/app/server/build-stamp.ts'
import { manual } from './src/app/server/bundle/manual.ts'
import { shopReact } from './src/app/server/bundle/shop-react.ts'

/**
 * What is built: the shop's and the panel's browser code (two builds, so that a change of the panel never changes an
 * address of the shop), the shop's page renderer for the server, the scripts that are inlined in every page, and the panel's
 * service worker; the server itself, in one file with what it loads later beside it; and the children that draw and read strangers' files, each
 * in a folder of its own, which is all of ours that it may read.
 * `src/app/server/build.ts` runs them all.
 */
export const PAGE_TARGETS = ['shop', 'panel', 'service-worker', 'renderer', 'inline-theme', 'inline-early'] as const
export const SERVER_TARGETS = ['server', 'drawing', 'reading'] as const
export type BuildTarget = (typeof PAGE_TARGETS)[number] | (typeof SERVER_TARGETS)[number]

/** Where the sources of each limited child lie. */
const CHILDREN = { drawing: 'review/server/drawing', reading: 'money/server/bank/statements/reading' } as const

/** Browsers of cheap phones: those with `dialog`, BigInt and cascade layers (docs/decisions/013). */
const BROWSERS = ['chrome99', 'safari15.4', 'firefox98']

/** Texts that a translated page does not lose: see platform/web/jsx-runtime.ts. */
const JSX = react({ jsxImportSource: '#platform/web' })

export const PANEL_DOCUMENT = 'src/app/panel/index.html'

/** They bring native code or their own files, and are loaded when they are needed: a release depends on them and on nothing else. */
const NOT_BUNDLED = ['sharp', '@node-rs/argon2', '@hyzyla/pdfium']

/**
 * What Fastify and its plugins load and nothing here asks for: patterns of files, YAML, compilers of schemas, answers without a server, networks
 * by which it would count, versions (all are pinned).
 */
const UNUSED = /\/node_modules\/(glob|ip-address|light-my-request|semver|yaml|@fastify\/[a-z-]+-compiler)\//

/** @param out folder that gets `client`, `server` and `run`. */
export function viteConfig(target: BuildTarget, out: string): InlineConfig {
  const shared: InlineConfig = {
    configFile: false,
    root: import.meta.dirname,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }
  const modulePreload = { polyfill: false, resolveDependencies: preloaded }
  const browser = { target: BROWSERS, cssMinify: 'lightningcss' as const, modulePreload }
  switch (target) {
    case 'shop':
      return {
        ...shared,
        plugins: [
          JSX,
          small(),
          {
            name: 'shop-react',
            transform: {
              filter: { id: /react-dom-client\.production\.js$/ },
              handler: (code) => ({ code: shopReact(code), map: null }),
            },
          },
        ],
        build: {
          ...browser,
          outDir: `${out}/client`,
          emptyOutDir: false,
          manifest: '.vite/manifest.json',
          rolldownOptions: {
            input: { shop: 'src/app/shop/entry-client.tsx' },
            // The first load is one file: one request, and no part of it is compressed apart.
            output: {
              codeSplitting: {
                groups: [
                  { name: 'shop', tags: ['$initial'] },
                  { name: shopFile, debugName: 'parts' },
                ],
                includeDependenciesRecursively: false,
              },
              // Names are listed in the files that are counted, and a hash does not compress.
              chunkFileNames: 'assets/[name]-[hash:6].js',
              assetFileNames: 'assets/[name]-[hash:6][extname]',
            },
          },
        },
      }
    case 'panel':
      return {
        ...shared,
        plugins: [JSX, small(), manual()],
        build: {
          ...browser,
          outDir: `${out}/client`,
          emptyOutDir: false,
          manifest: '.vite/manifest-panel.json',
          rolldownOptions: {
            input: { panel: PANEL_DOCUMENT },
            // As in the shop, the first load is one file.
            output: { codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] } },
          },
        },
      }
    case 'renderer':
      return {
        ...shared,
        plugins: [JSX, quick()],
        ssr: { noExternal: true, target: 'node' },
        build: {
          ssr: 'src/app/shop/entry-server.tsx',
          outDir: `${out}/server`,
          emptyOutDir: false,
          cssMinify: 'lightningcss',
          cssTarget: BROWSERS,
          minify: false,
          rolldownOptions: {
            output: { entryFileNames: 'renderer.js', comments: false },
            // The server draws at once what browsers load when they need it: one file, whatever is imported how.
            checks: { ineffectiveDynamicImport: false },
          },
        },
      }
    case 'server':
      return {
        ...shared,
        plugins: [besideSource(), quick()],
        ssr: { noExternal: true, external: NOT_BUNDLED, target: 'node' },
        build: {
          ssr: true,
          target: 'node26',
          outDir: `${out}/run`,
          emptyOutDir: false,
          minify: false,
          rolldownOptions: {
            input: PROGRAMS,
            output: {
              comments: false,
              chunkFileNames: '[name]-[hash].js',
              codeSplitting: { groups: [{ name: 'server', tags: ['$initial'], minShareCount: 3 }] },
            },
          },
        },
      }
    case 'drawing':
    case 'reading':
      return {
        ...shared,
        ssr: { noExternal: true, external: NOT_BUNDLED, target: 'node' },
        build: {
          ssr: `src/${CHILDREN[target]}/child.ts`,
          outDir: `${out}/run/${target}`,
          emptyOutDir: false,
          minify: false,
          rolldownOptions: { output: { entryFileNames: 'child.js' } },
        },
      }
    case 'inline-theme':
    case 'inline-early':
    case 'service-worker':
      return {
        ...shared,
        build: {
          ...browser,
          outDir: `${out}/server`,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: {
            input: `src/app/${target === 'service-worker' ? 'panel' : 'shop'}/${target}.ts`,
            output: { format: 'iife', entryFileNames: `${target}.js` },
          },
        },
      }
  }
}

/** Code that looks for what lies beside its source, such as the drawings of the demo, finds it there from `dist/run/<build>` too. */
function besideSource(): Plugin {
  return {
    name: 'beside-source',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.dirname' },
      handler(code, id) {
        const source = relative(import.meta.dirname, dirname(id)).replaceAll(sep, '/')
        const found = `process.getBuiltinModule('node:path').resolve(import.meta.dirname, '../../..', '${source}')`
        return { code: code.replaceAll('import.meta.dirname', found), map: null }
      },
    },
  }
}

/** Makes a start shorter, by what it would read, compile and ask for. */
function quick(): Plugin {
  return {
    name: 'quick',
    enforce: 'pre',
    // Fastify loads HTTP/2 for an option that nobody sets: it gets an empty part, as those of UNUSED.
    resolveId: (id) => (id === 'node:http2' ? '/node_modules/yaml/' : null),
    load: (id) => (UNUSED.test(id) ? 'export const satisfies = () => true' : null),
    transform: {
      filter: { id: /find-my-way\/lib\/node\.js$/ },
      // Else it writes a function for each part of an address, to be compiled.
      handler: (code) => ({ code: code.replace('prefix.length >= LONG_PREFIX_MIN_LENGTH', 'true'), map: null }),
    },
    generateBundle(_, made) {
      for (const chunk of Object.values(made)) {
        if (chunk.type === 'chunk')
          chunk.code = chunk.code
            // An import asks for all that is in a part of Node, and so for what it loads when it is asked for.
            .replace(
              /^import (\{.*\}|[\w$]+) from ("node:.*");$/gm,
              (_, names: string, from) => `var ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule(${from});`,
            )
            // With one letter of another alphabet it takes longer to read, and twice the memory.
            .replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }
    },
  }
}

/** Puts what is shorter in the place of two modules. */
function small(): Plugin {
  const load = (id: string) =>
    id === '\0vite/preload-helper.js' ? PRELOAD : id.endsWith('/react-dom.production.js') ? REACT_DOM : null
  return { name: 'small', enforce: 'pre', load }
}

/**
 * Vite's helper before each import of a part, which fetches its styles and what it imports, in a tenth of the bytes: no nonces, no
 * bases. And a style that did not come is asked for again with the part, where Vite's would go on without it.
 */
const PRELOAD = `
const asked = {}
export const __vitePreload = (load, files = []) =>
  Promise.all(files.map((file) => asked[file] ??= new Promise((done, fail) => {
    const link = document.createElement('link')
    link.rel = /css$/.test(file) ? 'stylesheet' : done() ?? 'modulepreload'
    link.onload = done
    link.onerror = () => {
      asked[file] = null
      link.remove()
      fail(Error(file))
    }
    link.href = '/' + file
    document.head.append(link)
  }))).then(load)
`

/**
 * `react-dom` itself, of which `react-dom/client` takes this alone (react-dom.production.js of the version that is pinned): what it exports
 * for portals and preloading, nobody here uses.
 */
const REACT_DOM = `
const none = () => {}
const d = { f: none, r: none, D: none, C: none, L: none, m: none, X: none, S: none, M: none }
exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = { d, p: 0, findDOMNode: null }
`

/** Whoever reads a list of what a part needs has the runtime already. */
function preloaded(_file: string, dependencies: string[]): string[] {
  return dependencies.filter((name) => !name.includes('rolldown-runtime'))
}

export default defineConfig(viteConfig('shop', 'dist'))
