import { setTimeout as sleep } from 'node:timers/promises'
import type { Transport } from './transport.ts'

/** Of whatever is waited for: a machine with other things to do takes long. */
const PATIENCE = 60_000
/** Between two looks, in milliseconds; and for how many of them a tap may not have been heard. */
const [SOON, HEARD] = [50, 20]

/** Elements to tap or to type in. */
type Kind = 'control' | 'field'

/**
 * A person in one window: finds what is shown by its words, waits until it stands still and nothing lies over it, and taps or types as
 * a finger does. The same in every browser.
 */
export class Person {
  #window: Transport
  #address: string

  /** @param address of the product. */
  constructor(window: Transport, address: string) {
    this.#window = window
    this.#address = address
  }

  async open(path: string): Promise<void> {
    await this.#window.open(new URL(path, this.#address).href)
  }

  /** Taps the first button, link or choice with that name. */
  async press(name: string | RegExp): Promise<void> {
    await this.#tap('control', name)
  }

  /** Replaces what stands in the first field with that label. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.#tap('field', label)
    await this.#window.run('() => window.found.select()', [])
    await this.#window.type(text)
  }

  /** Chooses a file, where the page asks for one. */
  async attach(path: string): Promise<void> {
    const field = 'dialog[open] input[type=file]'
    await this.#until(`a field for ${path}`, () => this.#window.run('(it) => !!document.querySelector(it)', [field]))
    await this.#window.attach(field, path)
  }

  /** Waits for words that the page shows. */
  async sees(words: string | RegExp): Promise<void> {
    await this.#until(`«${words}»`, () => this.#window.run(SHOWS, patternOf(words)))
  }

  /** The words of each element of that selector. */
  async read(selector: string): Promise<string[]> {
    const read = '(it) => [...document.querySelectorAll(it)].map((one) => one.textContent.trim())'
    return (await this.#window.run(read, [selector])) as string[]
  }

  /** From now on, until another page is opened. @returns what the page was forbidden by its policy. */
  async hearsOfPolicy(): Promise<() => Promise<unknown>> {
    const hear = `() => {
      window.forbidden = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => window.forbidden.push([violatedDirective, blockedURI]))
    }`
    await this.#window.run(hear, [])
    return () => this.#window.run('() => window.forbidden', [])
  }

  /** The address of the page. */
  async where(): Promise<string> {
    return String(await this.#window.run('() => location.href', []))
  }

  picture(): Promise<Buffer> {
    return this.#window.picture()
  }

  leave(): Promise<void> {
    return this.#window.close()
  }

  /** Taps where it has stood twice. One that the page did not hear, because it moved meanwhile, is made again. */
  async #tap(kind: Kind, name: string | RegExp): Promise<void> {
    let before = ''
    await this.#until(`${kind} «${name}»`, async () => {
      const place = (await this.#window.run(FIND, [kind, ...patternOf(name)])) as { x: number; y: number } | null
      const still = place !== null && JSON.stringify(place) === before
      before = JSON.stringify(place)
      if (!still) return false
      await this.#window.tap(place.x, place.y)
      for (let tries = 0; tries < HEARD; tries++) {
        // A page that is being left has heard it.
        const heard = '() => window.found === undefined || window.heard === true'
        if (await this.#window.run(heard, []).catch(() => true)) return true
        await sleep(SOON)
      }
      return false
    })
  }

  async #until(what: string, holds: () => Promise<unknown>): Promise<void> {
    const end = Date.now() + PATIENCE
    for (;;) {
      // A page that is being left runs nothing.
      if (await holds().catch(() => false)) return
      if (Date.now() > end) throw new Error(`never shown: ${what}. Shown: ${await this.#shown()}`)
      await sleep(SOON)
    }
  }

  async #shown(): Promise<string> {
    const shown = '() => (document.querySelector("dialog[open]") ?? document.body).innerText'
    return String(await this.#window.run(shown, [])).replace(/\s+/g, ' ')
  }
}

/** Words as they are, or a pattern: source and flags. */
function patternOf(words: string | RegExp): [string, string] {
  if (typeof words !== 'string') return [words.source, words.flags]
  return [`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, '']
}

/** This and what follows run in the page. */
const SHOWS = `(source, flags) => {
  const pattern = new RegExp(source.replace(/^\\^|\\$$/g, ''), flags)
  const shown = document.querySelector('dialog[open]') ?? document.body
  return pattern.test(shown.innerText.replace(/\\s+/g, ' '))
}`

/**
 * The middle of an element with that name, in view, that nothing lies over and that is not switched off; null where there is none, or while
 * something moves: a busy browser draws no frame between two looks at a sheet that is on its way.
 */
const FIND = `(kind, source, flags) => {
  const isMoving = (one) => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime)
  if (document.getAnimations().some(isMoving)) return null
  const pattern = new RegExp(source, flags)
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const within = (label) => clean([...label.childNodes].filter((node) => !node.matches?.('input, select, textarea')).map((node) => node.textContent).join(' '))
  const names = (one) => {
    const said = one.getAttribute('aria-labelledby')
    if (said) return [clean(said.split(' ').map((id) => document.getElementById(id)?.textContent).join(' '))]
    return [one.getAttribute('aria-label'), ...[...(one.labels ?? [])].map(within), one.matches('input, textarea') ? '' : one.textContent].map(clean)
  }
  const selector = kind === 'field' ? 'input, textarea' : 'button, a[href], summary, [role=gridcell], [role=tab], input[type=radio], input[type=checkbox]'
  const place = document.querySelector('dialog[open]') ?? document
  for (const one of place.querySelectorAll(selector)) {
    if (!names(one).some((name) => name && pattern.test(name))) continue
    if (one.disabled || one.getAttribute('aria-disabled') === 'true') continue
    const box = one.matches('[type=radio], [type=checkbox]') ? (one.labels[0] ?? one) : one
    const { left, top, width, height } = box.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    if (!hit || !box.contains(hit)) {
      box.scrollIntoView({ block: 'center', behavior: 'instant' })
      continue
    }
    window.found = one
    window.heard = false
    addEventListener('click', ({ target }) => { window.heard ||= box.contains(target) }, { capture: true, once: true })
    return { x, y }
  }
  return null
}`
