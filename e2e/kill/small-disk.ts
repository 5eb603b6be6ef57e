import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { until } from './until.ts'

/** A file system that is small, and of nobody else: it can be filled, and on a loop device broken and cut off. */
export interface SmallDisk {
  /** Where it is mounted. */
  folder: string
  /** On a loop device it is ext4; elsewhere in memory, where nothing is ever read-only or lost. */
  kind: 'ext4' | 'tmpfs'
  /** Until not a byte more goes in. */
  fill(): void
  makeRoom(): void
  /** The kernel meets an error on it and makes it read-only, as it does with a disk that fails. ext4 only. */
  fail(): void
  /**
   * Data that the file system has not handed to its device is gone, as in a power cut: nothing is written any more, no
   * journal flushed. ext4 only (EXT4_IOC_SHUTDOWN without a flush of the log).
   */
  losePower(): void
  /** Repairs and mounts it again, as a machine that starts does, once nobody has a file of it open. */
  startAgain(): Promise<void>
  remove(): void
}

const MB = 1024 * 1024
/** Enough for what is sold in minutes. */
const SIZE = 96 * MB
/** Enough for a PostgreSQL server too, with these settings. */
export const LARGER = 256 * MB
export const ON_LARGER = ['max_wal_size=48MB', 'min_wal_size=32MB']
/** EXT4_IOC_SHUTDOWN, and its argument that says to write nothing any more. */
const SHUTDOWN = `open(my $f, "<", $ARGV[0]) or die $!; my $how = pack("L", 2); ioctl($f, 0x8004587D, $how) or die $!`

function run(program: string, ...args: string[]): void {
  // In English: what they say is read.
  execFileSync(program, args, { stdio: 'pipe', env: { ...process.env, LC_ALL: 'C' } })
}

/** @returns whether it did: who was killed lets go of its files a moment after. */
function unmounts(folder: string): boolean {
  try {
    run('umount', folder)
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('busy')) return false
    throw error
  }
}

/** The current mounts. */
const made = new Set<SmallDisk>()
process.once('exit', () => {
  for (const disk of made) disk.remove()
})

/** Whether this machine mounts at all, and image files through loop devices. Asked once. */
export const mounts = lookAtMounts()

function lookAtMounts(): { tmpfs: boolean; ext4: boolean } {
  const works = (kind: SmallDisk['kind']) => {
    try {
      createDisk(kind).remove()
      return true
    } catch {
      return false
    }
  }
  if (process.getuid?.() !== 0) return { tmpfs: false, ext4: false }
  return { tmpfs: works('tmpfs'), ext4: works('ext4') }
}

/** ext4 on a loop device where there is one. Remove it, whatever happens. */
export function createSmallDisk(size = SIZE): SmallDisk {
  return createDisk(mounts.ext4 ? 'ext4' : 'tmpfs', size)
}

function createDisk(kind: SmallDisk['kind'], size = SIZE): SmallDisk {
  const place = mkdtempSync(join(tmpdir(), 'tombola-disk-'))
  const folder = join(place, 'mounted')
  const image = join(place, 'image')
  const ballast = join(folder, 'lastre')
  // PostgreSQL runs as another user.
  chmodSync(place, 0o755)
  mkdirSync(folder)
  function mount(): void {
    if (kind === 'ext4') run('mount', '-o', 'loop,errors=remount-ro', image, folder)
    else run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tombola', folder)
  }
  try {
    if (kind === 'ext4') {
      closeSync(openSync(image, 'w'))
      truncateSync(image, size)
      run('mkfs.ext4', '-q', '-m', '0', image)
    }
    mount()
  } catch (error) {
    removeFolder(place)
    throw error
  }
  const device = () =>
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === folder)?.[0] ?? ''
  const disk: SmallDisk = {
    folder,
    kind,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        // A file too large for the rest may still fit in smaller pieces.
        for (const length of [1 << 20, 1 << 12, 1]) {
          const piece = Buffer.alloc(length)
          try {
            for (;;) if (writeSync(file, piece) < length) break
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
          }
        }
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    fail() {
      const file = openSync(`/sys/fs/ext4/${basename(device())}/trigger_fs_error`, 'w')
      writeSync(file, '1')
      closeSync(file)
    },
    losePower: () => run('perl', '-e', SHUTDOWN, folder),
    async startAgain() {
      const loop = `/sys/block/${basename(device())}/loop/backing_file`
      await until('nobody has a file of the disk open', () => unmounts(folder))
      // A machine of mounts (bare-machine.ts) that began meanwhile has it too: mounted again, it would be the one that has failed.
      await until('the disk is let go', () => !existsSync(loop) || !readFileSync(loop, 'utf8').startsWith(image))
      try {
        run('e2fsck', '-p', image)
      } catch (error) {
        // 1: errors were corrected.
        if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
      }
      mount()
    },
    remove() {
      made.delete(disk)
      // Also while somebody has a file open: its device is let go when the last one is closed.
      run('umount', '-l', folder)
      removeFolder(place)
    },
  }
  made.add(disk)
  return disk
}
