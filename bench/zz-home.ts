import { stockHome } from './shop.ts'
await stockHome(JSON.parse(process.argv[2]!), 10_000_000)
