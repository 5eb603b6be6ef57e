/** Until the server has answered: pages before that assume that mail leaves. */
let leaves = true

/**
 * Whether mail leaves this shop: the one answer behind every text that speaks of it, in both apps. A shop without a mail server speaks of
 * WhatsApp and of links; `checks/mail-words.test.ts` looks at every text. On the server it is `hasMailServer`.
 */
export function mailLeaves(): boolean {
  return leaves
}

/** The server's word, as it came with the page or with the panel's state. */
export function setMailLeaves(now: boolean): void {
  leaves = now
}

/** Text if mail leaves, and the other text if it does not. */
export function byMail(said: string, instead = ''): string {
  return leaves ? said : instead
}

/** How the owners learn of a change that somebody makes. */
export function ownersLearn(): string {
  return byMail('Cada dueño recibe un correo.', 'Los dueños lo ven en el diario.')
}
