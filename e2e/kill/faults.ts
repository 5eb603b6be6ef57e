import { databaseFaults } from './database-faults.ts'
import { diskFaults } from './disk-faults.ts'
import type { Fault } from './fault.ts'
import { lineFaults } from './line-faults.ts'
import { machineFaults } from './machine-faults.ts'
import { moneyFaults } from './money-faults.ts'
import { failingFlushFault, failingStartFault, powerFault } from './power-faults.ts'
import { processFaults } from './process-faults.ts'

/** All that `npm run kill` does to the shop, in this order. */
export const faults: readonly Fault[] = [
  ...processFaults,
  ...moneyFaults,
  ...lineFaults,
  ...databaseFaults,
  ...machineFaults,
  ...diskFaults,
  powerFault,
  failingFlushFault,
  failingStartFault,
]
