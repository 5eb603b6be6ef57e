/**
 * The thread that copies SQLite's log into the database file and begins the log anew: both flush, and a flush holds up the thread that
 * asks for it. It does what it is asked, one thing at a time.
 */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What may be asked: see `WalRestarts`. */
export type Ask = 'copy' | 'restart' | 'close'
/** Frames of the log, and of them those that are in the database. */
export interface Copied {
  log: number
  copied: number
}
export type Told = Copied | { error: unknown }

/** How long another process may write meanwhile, in milliseconds. */
const PATIENCE = 1_000

const copying = open()
/** It reads as of its last copy, so that nobody finds the log finished and begins it anew in his own commit. */
const reading = open()

function open(): DatabaseSync {
  const database = new DatabaseSync(workerData as string, { timeout: PATIENCE })
  database.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
  return database
}

function endReading(): void {
  if (reading.isTransaction) reading.exec('rollback')
}

function copy(): void {
  endReading()
  reading.exec('begin; select 1 from sqlite_schema limit 1')
  copying.exec('pragma wal_checkpoint(passive)')
}

/**
 * Who writes next after everything was copied begins the log anew, and flushes its head. The number that is written is what it was, and
 * stands for nothing.
 */
function restart(): void {
  endReading()
  copying.exec('begin immediate')
  try {
    const number = copying.prepare('pragma user_version').get()?.['user_version']
    copying.exec(`pragma user_version = ${number}; commit`)
  } catch (error) {
    if (copying.isTransaction) copying.exec('rollback')
    throw error
  }
}

function close(): void {
  reading.close()
  copying.close()
  parentPort?.close()
}

const DEEDS: Record<Ask, () => void> = { copy, restart, close }

parentPort?.on('message', (ask: Ask) => {
  let told: Told
  try {
    DEEDS[ask]()
    if (ask === 'close') return
    const { log, checkpointed } = copying.prepare('pragma wal_checkpoint(noop)').get() as Record<string, number>
    told = { log: log ?? 0, copied: checkpointed ?? 0 }
  } catch (error) {
    told = { error }
  }
  parentPort?.postMessage(told)
})
