import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Findings about a server from outside, by /proc of Linux. */
export interface Watch {
  /** Bytes of the server process, the most that were seen since the last `restart`. */
  most(): number
  now(): number
  /** Most bytes of any child. */
  mostOfChild(): number
  restart(): void
  /** Connections of the server or a child to anywhere but this machine. */
  outbound: Set<string>
  stop(): void
}

const EVERY = 50
const PAGE = 4_096
const CONNECTED_OR_ASKING = new Set(['01', '02'])

export function watchProcess(pid: number): Watch {
  let most = 0
  let mostOfChild = 0
  const outbound = new Set<string>()
  const look = () => {
    const children = childrenOf(pid)
    most = Math.max(most, residentBytes(pid))
    for (const child of children) mostOfChild = Math.max(mostOfChild, residentBytes(child))
    for (const address of remoteAddresses([pid, ...children])) outbound.add(address)
  }
  const timer = setInterval(look, EVERY)
  return {
    most: () => most,
    now: () => residentBytes(pid),
    mostOfChild: () => mostOfChild,
    restart: () => {
      most = 0
    },
    outbound,
    stop: () => clearInterval(timer),
  }
}

function residentBytes(pid: number): number {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** `address:port` in the kernel's hexadecimal, of every connection of these processes that leaves the machine. */
function remoteAddresses(pids: number[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf))
  const found: string[] = []
  for (const table of ['tcp', 'tcp6', 'udp', 'udp6']) {
    for (const line of read(`/proc/net/${table}`).split('\n').slice(1)) {
      const [, , remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/)
      if (!sockets.has(inode) || !CONNECTED_OR_ASKING.has(state)) continue
      // Loopback, as IPv4 and as IPv4 in IPv6; the server's own visitors come from there.
      if (!/^(0100007F|0{24}0100007F|0{16}FFFF00000100007F|0{31}1|0+):/.test(remote)) found.push(remote)
    }
  }
  return found
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
