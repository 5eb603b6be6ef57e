import { setTimeout as sleep } from 'node:timers/promises'
import { openSmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { mailTo } from './mails.ts'
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

export async function openEmptyShop(): Promise<EmptyShop> {
  const installation = await createInstallation(null)
  const sink = await openSmtpSink()
  Object.assign(installation.env, { SMTP_URL: sink.url, MAIL_FROM: 'rifas@ejemplo.test' })
  const product = await startProduct(installation.env)
  const link = () => /http\S+#codigo=\S+/.exec(product.output())?.[0]
  // It is printed after the address.
  while (!link()) await sleep(50)
  return {
    address: product.address,
    setUpLink: link() ?? '',
    mailTo: (address, subject) => mailTo(sink, address, subject),
    close: async () => {
      await product.stop()
      await sink.close()
      await installation.remove()
    },
  }
}
