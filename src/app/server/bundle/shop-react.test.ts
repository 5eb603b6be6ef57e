import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { shopReact } from './shop-react.ts'

const { resolve } = createRequire(createRequire(import.meta.url).resolve('react-dom/package.json'))
const whole = readFileSync(resolve('./cjs/react-dom-client.production.js'), 'utf8')

test('a function for parts that the shop never makes says its name, and does nothing when it is called', () => {
  const small = shopReact(whole)
  expect(small).toContain("function useMemoCache(size) { throw Error('useMemoCache') }")
  expect(small).toMatch(/^function commitExitViewTransitions\(\w+\) \{\}$/m)
  expect(small).not.toContain('FragmentInstance.prototype')
  // The parts that a sales page needs are unchanged.
  const functions =
    /^function (?:updateReducerImpl|reconcileChildren|hydrateRoot|setProp|updateClassComponent)\([\s\S]*?^\}/gm
  expect(small.match(functions)).toEqual(whole.match(functions))
})

test('another version of React stops the build', () => {
  expect(() => shopReact(whole.replaceAll('"19.', '"20.'))).toThrow('shop-react.ts was written for React')
})
