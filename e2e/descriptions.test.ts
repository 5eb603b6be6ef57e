import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { sanitiseDescription } from '#raffles/server/raffle-columns.ts'
import { inPlace, nowhere } from './support/journey.ts'

const HOW_MANY = 10_000
const SEED = 20_261_122
const RUN = 'window.ran=(window.ran||0)+1'

/** Pieces of which hostile HTML is made: ways to run, ways to hide, ways to break a parser. */
const PIECES = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<math><mtext><img src=x onerror="${RUN}"></mtext></math>`,
  `<details open ontoggle="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<input autofocus onfocus="${RUN}">`,
  `<style>@import 'x'</style>`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<noscript><p title="</noscript><img src=x onerror='${RUN}'>">`,
  `<template><img src=x onerror="${RUN}"></template>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror="${RUN}">`,
  '<p>',
  '</p>',
  '<b title="',
  '">',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&lt;script&gt;',
  '&#60;img src=x onerror=1&#62;',
  '<textarea>',
  '</textarea>',
  '<title>',
  '</title>',
  '<ul><li>',
  'Moto 200 cc',
]

function generate(howMany: number): string[] {
  const random = seededRandom(SEED)
  return Array.from({ length: howMany }, () =>
    Array.from({ length: 1 + random.below(5) }, () => PIECES[random.below(PIECES.length)]).join(''),
  )
}

inPlace('descriptions in a browser', nowhere, (place) => {
  test('10,000 generated descriptions run nothing in a browser; without the list of tags they do', async () => {
    const generated = generate(HOW_MANY)
    const page = await place.browser.newPage()
    const sanitised = await Promise.all(generated.map(sanitiseDescription))
    expect(await runs(page, sanitised), `seed ${SEED}`).toBe(0)
    expect(await runs(page, generated.slice(0, 200))).toBeGreaterThan(0)
    await page.close()
  })
})

/** Puts them into a page without any policy, some at a time, and counts what ran. */
async function runs(page: Page, descriptions: string[]): Promise<number> {
  let ran = 0
  for (let from = 0; from < descriptions.length; from += 500) {
    await page.setContent('<div id=here></div>')
    ran += await page.evaluate(
      async (some) => {
        for (const html of some) {
          const place = document.createElement('div')
          document.querySelector('#here')?.append(place)
          place.innerHTML = html
          for (const link of place.querySelectorAll('a')) if (link instanceof HTMLElement) link.click()
          for (const summary of place.querySelectorAll('details')) summary.open = true
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
        return (window as unknown as { ran?: number }).ran ?? 0
      },
      descriptions.slice(from, from + 500),
    )
  }
  return ran
}
