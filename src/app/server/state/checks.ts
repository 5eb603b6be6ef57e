import type { Check } from './check.ts'
import { address } from './checks/address.ts'
import { books } from './checks/books.ts'
import { certificate } from './checks/certificate.ts'
import { clock } from './checks/clock.ts'
import { copies } from './checks/copies.ts'
import { database } from './checks/database.ts'
import { folder } from './checks/folder.ts'
import { machine } from './checks/machine.ts'
import { mail } from './checks/mail.ts'
import { memory } from './checks/memory.ts'
import { processes } from './checks/processes.ts'
import { proxy } from './checks/proxy.ts'
import { rate } from './checks/rate.ts'
import { release } from './checks/release.ts'
import { schema } from './checks/schema.ts'
import { sources } from './checks/sources.ts'
import { space } from './checks/space.ts'
import { store } from './checks/store.ts'
import { workers } from './checks/workers.ts'

/** Everything that is looked at, in the order in which it is read: first what stops sales. */
export const CHECKS: readonly Check[] = [
  processes,
  database,
  schema,
  space,
  folder,
  copies,
  store,
  clock,
  proxy,
  rate,
  sources,
  mail,
  books,
  workers,
  address,
  certificate,
  memory,
  machine,
  release,
]
