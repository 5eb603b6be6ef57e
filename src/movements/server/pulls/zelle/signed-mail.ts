import { type PullWorld, SourceFailure } from '../../sources/pull-adapter.ts'

/** Headers that a signature has to cover, once each: a second one written above the signed one would be read. */
const NEEDED = ['from', 'to', 'subject', 'date']
/** These too, where they are: another boundary makes another mail of the same signed body. */
const COVERED = [...NEEDED, 'content-type', 'content-transfer-encoding']
/** How far the bank's clock may be ahead of ours. */
const AHEAD = 10 * 60_000

/**
 * Whether the whole mail, as it is read, was signed by one of these domains (DKIM): all of its body, its sender and
 * recipient, its subject and its date.
 * @throws SourceFailure tiempo, when nobody can say because the name server is silent.
 */
export async function isSignedBy(domains: readonly string[], mail: Buffer, world: PullWorld): Promise<boolean> {
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  const { results, headers, fromFields } = await dkimVerify(mail, {
    resolver: (name) => world.dns.resolveTxt(name),
    minBitLength: 1024,
    rejectRsaSha1: true,
    curTime: new Date(world.now + AHEAD),
  })
  const counts = new Map<string, number>()
  for (const { key } of headers?.parsed ?? []) counts.set(key, (counts.get(key) ?? 0) + 1)
  const plain = NEEDED.every((key) => counts.get(key) === 1) && COVERED.every((key) => (counts.get(key) ?? 0) <= 1)
  if (!plain || fromFields !== 1) return false
  const ours = results.filter(({ signingDomain = '' }) => domains.some((domain) => isWithin(signingDomain, domain)))
  const good = ours.some(({ status, signingHeaders }) => {
    const signed = (signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/)
    const whole = status.underSized === undefined || status.underSized === 0
    return (
      status.result === 'pass' &&
      status.testing !== true &&
      whole &&
      COVERED.every((key) => !counts.has(key) || signed.includes(key))
    )
  })
  if (!good && ours.some(({ status }) => status.result === 'temperror')) throw new SourceFailure('tiempo', 'dns')
  return good
}

function isWithin(name: string, domain: string): boolean {
  const lower = name.toLowerCase()
  return lower === domain || lower.endsWith(`.${domain}`)
}
