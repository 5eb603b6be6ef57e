import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'

const run = promisify(execFile)

/** Of the time that systemd waits for a sign of life, how much goes by between two. */
const SHARE = 3

/**
 * Reports to systemd that the server serves, and while it answers that it lives (`Type=notify`, `WatchdogSec`): a process that exists
 * and answers nobody is ended and restarted. Nothing is sent if systemd did not ask for it. Node has no datagram sockets of Unix, so
 * systemd's own program sends the messages, which needs `NotifyAccess=all`.
 * @param env of this process; systemd's variables are removed from it, so that no child has them.
 * @returns a function that reports the stop.
 */
export function notifySystemd(
  { config, log }: Pick<Ctx, 'config' | 'log'>,
  env: Record<string, string | undefined>,
): () => void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, PATH } = env
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name]
  if (NOTIFY_SOCKET === undefined) return () => {}

  // One word after the other: each is a process, and a sign of life behind the word that it stops would be untrue.
  let told: Promise<void> = Promise.resolve()
  let stopping = false
  function tell(word: string): void {
    told = told
      .then(() => run('systemd-notify', [word], { env: { NOTIFY_SOCKET, PATH } }))
      .then(
        () => {},
        (error) => log.error({ failure: describeFailure(error) }, 'systemd not told'),
      )
  }

  tell('READY=1')
  const every = Number(WATCHDOG_USEC) / 1_000 / SHARE
  const signs = every > 0 ? setInterval(giveSign, every) : undefined
  signs?.unref()
  async function giveSign(): Promise<void> {
    const alive = await answers(config.host, config.port, every)
    if (stopping) return
    if (alive) tell('WATCHDOG=1')
    else log.error({ failure: 'no answer' }, 'this server does not answer itself')
  }
  return () => {
    clearInterval(signs)
    stopping = true
    tell('STOPPING=1')
  }
}

/** Whether the listener there answers a request within so many milliseconds; the answer's content does not matter. */
async function answers(host: string, port: number, patience: number): Promise<boolean> {
  const everywhere = host === '0.0.0.0' || host === '::'
  const socket = connect({ port, host: everywhere ? 'localhost' : host })
  socket.write('HEAD /panel HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  try {
    const [head] = (await once(socket, 'data', { signal: AbortSignal.timeout(patience) })) as [Buffer]
    return head.toString('latin1').startsWith('HTTP/1.1 ')
  } catch {
    return false
  } finally {
    socket.on('error', () => {}).destroy()
  }
}
