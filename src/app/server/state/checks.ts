import type { Check } from './check.ts'
import { certificate } from './checks/certificate.ts'
import { clock } from './checks/clock.ts'
import { copies } from './checks/copies.ts'
import { database } from './checks/database.ts'
import { jobs } from './checks/jobs.ts'
import { key } from './checks/key.ts'
import { mail } from './checks/mail.ts'
import { processes } from './checks/processes.ts'
import { proofs } from './checks/proofs.ts'
import { rate } from './checks/rate.ts'
import { rows } from './checks/rows.ts'
import { sources } from './checks/sources.ts'
import { space } from './checks/space.ts'

/** All checks, because an owner acts on each, in the order in which they are read: first those that stop sales. */
export const CHECKS: readonly Check[] = [
  processes,
  database,
  key,
  space,
  proofs,
  copies,
  clock,
  rate,
  sources,
  mail,
  jobs,
  rows,
  certificate,
]
