import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { openSmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { createInstallation, startProduct } from './product.ts'

/** The product on an empty folder, as `npm start` serves it on the first day, with a mail server of its own. */
export interface EmptyShop {
  address: string
  /** Where the console sends the first owner. */
  setUpLink: string
  /** Waits for the newest mail to that address with that subject. @returns its text. */
  mailTo(address: string, subject: RegExp): Promise<string>
  close(): Promise<void>
}

/** Milliseconds that a mail may take. */
const PATIENCE = 60_000

export async function openEmptyShop(): Promise<EmptyShop> {
  const installation = await createInstallation(null)
  const sink = await openSmtpSink()
  Object.assign(installation.env, { SMTP_URL: sink.url, MAIL_FROM: 'rifas@ejemplo.test' })
  const product = await startProduct(installation.env)
  const link = () => /http\S+#codigo=\S+/.exec(product.output())?.[0]
  // It is printed after the address.
  while (!link()) await sleep(50)
  const newest = async (address: string, subject: RegExp) => {
    for (const { recipients, raw } of sink.received.toReversed()) {
      const mail = await PostalMime.parse(raw)
      if (recipients.includes(address) && subject.test(mail.subject ?? '')) return mail.text ?? ''
    }
    return null
  }
  return {
    address: product.address,
    setUpLink: link() ?? '',
    mailTo: async (address, subject) => {
      for (const until = Date.now() + PATIENCE; Date.now() < until; await sleep(250)) {
        const text = await newest(address, subject)
        if (text !== null) return text
      }
      throw new Error(`no mail to ${address} about ${subject}`)
    },
    close: async () => {
      await product.stop()
      await sink.close()
      await installation.remove()
    },
  }
}
