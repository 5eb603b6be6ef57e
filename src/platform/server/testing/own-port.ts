import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that any system chooses by itself, for port 0 and for outgoing calls: no such choice takes one of these. */
const FIRST = 20_000
const COUNT = 6_000
/** Distance from a port to the UDP port that marks it as taken. */
const SIGN = -COUNT

/**
 * A port of 127.0.0.1 for a program that needs one as an argument, or that must stay closed: no other caller in any process gets it as long as this
 * one lives. A test's own server listens on port 0 and keeps what it gets; a port that was free a moment ago may be another's.
 * @param first port to try.
 */
export async function ownPort(first = FIRST + Math.floor(Math.random() * COUNT)): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    const port = FIRST + ((first - FIRST + tried) % COUNT)
    if ((await claims(port)) && (await isFree(port))) return port
  }
  throw new Error('no port is left')
}

/** Marks it for the other processes of this machine, until this one ends. */
async function claims(port: number): Promise<boolean> {
  const sign = createSocket('udp4')
  sign.bind({ port: port + SIGN, address: '127.0.0.1', exclusive: true })
  sign.unref()
  try {
    await once(sign, 'listening')
    return true
  } catch {
    sign.close()
    return false
  }
}

/** Whether no program of this machine listens there, which knows nothing of tests. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen({ port, host: '0.0.0.0' })
  try {
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
