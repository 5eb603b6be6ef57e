import { readConfig } from '#platform/server/config.ts'
import { FIXED } from '#platform/server/settings/fixed.ts'
import { USUAL_DAILY } from '../../pace.ts'
import type { Copies } from '../delivery/deliver.ts'
import type { MailServerInUse } from '../mail-server.ts'

/** The mail server of an address, as the environment names it. */
export function atServer(url: string, from = 'Rifas <rifas@ejemplo.test>'): MailServerInUse {
  const read = FIXED.correo.read(readConfig({ SMTP_URL: url, MAIL_FROM: from }))
  if (read === null) throw new Error('no address')
  return { ...read, url }
}

/** Deliveries of a shop without letters. */
export const AS_WRITTEN: Copies = {
  recheck: async () => new Map(),
  readDaily: async () => USUAL_DAILY,
}
