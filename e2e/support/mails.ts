import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import type { SmtpSink } from '#mail/server/testing/smtp-sink.ts'

/** Mails that arrived at that address with that subject, the oldest first. */
export async function mailsTo({ received }: SmtpSink, address: string, subject: RegExp): Promise<Email[]> {
  const own = received.filter(({ recipients }) => recipients.includes(address))
  const mails = await Promise.all(own.map(({ raw }) => PostalMime.parse(raw)))
  return mails.filter((mail) => subject.test(mail.subject ?? ''))
}

/** Waits for such a mail. @returns the text of the newest. */
export async function mailTo(sink: SmtpSink, address: string, subject: RegExp): Promise<string> {
  const newest = async () => (await mailsTo(sink, address, subject)).at(-1)?.text
  await expect.poll(newest, { interval: 250 }).toBeDefined()
  return (await newest()) ?? ''
}
