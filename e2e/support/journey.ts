import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { launchBrowser, openVisitor, type Visitor } from './browser.ts'
import { chromium } from './chromium.ts'
import { type Demo, OPENING, openDemo } from './demo.ts'
import { createInstallation, inside, type Product, startProduct } from './product.ts'
import { addMore, type More, setUpShop } from './set-up.ts'

type Env = Record<string, string>

/** Properties of every journey besides its place, from its first test on. */
export interface Visits {
  browser: Browser
  /** A visitor with their own browser (`openVisitor`). */
  visitor(...more: MoreOfVisitor): Promise<Visitor>
}
type MoreOfVisitor = Parameters<typeof openVisitor> extends [Browser, ...infer More] ? More : never

/** The shop of `setUpShop`. */
export interface Shop {
  /** `http://localhost:12345` */
  address: string
  /** For `tombola` beside the server. */
  env: Env
  product: Product
  /** The mails that left, where the shop has mail. */
  sink: SmtpSink
}

interface ShopOptions extends More {
  /** On PostgreSQL where there is one: the other journeys are on SQLite. */
  postgres?: true
  /** The address from which the shop sends mail; without it no mail leaves. */
  mailFrom?: string
  /** Steps before the shop opens, in place of `setUpShop`. */
  prepare?(env: Env): Promise<unknown>
  /** Other variables of its server. */
  told?: Env
  /** Steps in the open shop. */
  ready?(shop: { address: string; env: Env }): Promise<unknown>
}

/** A journey in a shop of its own. */
export function inShop(title: string, options: ShopOptions, tests: (shop: Shop & Visits) => void): void {
  const { mailFrom, postgres, prepare = (env) => setUpShop(env, options), told, ready } = options
  async function open(closing: Closing): Promise<Shop> {
    const { env, remove } = await createInstallation(postgres ? inject('postgresUrl') : null)
    closing.push(remove)
    const sink = await openSmtpSink()
    closing.push(() => sink.close())
    if (mailFrom !== undefined) Object.assign(env, { SMTP_URL: sink.url, MAIL_FROM: mailFrom })
    await prepare(env)
    const product = await startProduct({ ...env, ...told })
    closing.push(() => product.stop())
    const shop = { env, sink, product, address: product.address }
    await ready?.(shop)
    return shop
  }
  inPlace(title, open, tests)
}

/** A journey in the shop of `npm run demo`, with the owner that it has. */
export function inDemo(
  title: string,
  { told, ready, ...more }: Pick<ShopOptions, 'told' | 'ready' | 'team'>,
  tests: (demo: Demo & Visits) => void,
): void {
  async function open(closing: Closing): Promise<Demo> {
    const demo = await openDemo(told)
    closing.push(demo.close)
    if (more.team) await inside(demo.env, (ctx) => addMore(ctx, more))
    await ready?.(demo)
    return demo
  }
  inPlace(title, open, tests)
}

/** Resources that end with a journey, the last first. */
type Closing = (() => unknown)[]

/** A journey anywhere. @param open what it goes to, which adds to `closing` what it opens. */
export function inPlace<Of extends object>(
  title: string,
  open: (closing: Closing) => Promise<Of>,
  tests: (place: Of & Visits) => void,
): void {
  describe.skipIf(chromium === null)(title, () => {
    const place = {} as Of & Visits
    const closing: Closing = []
    beforeAll(async () => {
      Object.assign(place, await open(closing))
      const browser = await launchBrowser()
      closing.push(() => browser.close())
      const visitor: Visits['visitor'] = (...more) => openVisitor(browser, ...more)
      Object.assign(place, { browser, visitor })
    }, OPENING)
    afterAll(async () => {
      for (const close of closing.reverse()) await close()
    })
    tests(place)
  })
}

/** For what needs a browser alone. */
export const nowhere = async (): Promise<object> => ({})

/** Resources that close themselves, as a place of `inPlace`. */
export const closed =
  <Of extends { close(): unknown }>(open: () => Promise<Of>) =>
  async (closing: Closing): Promise<Of> => {
    const place = await open()
    closing.push(() => place.close())
    return place
  }
