import './above-keyboard.ts'
import './payment.css'

/** Everything from the first held ticket on: a part of its own, loaded while the visitor looks at the steps before it. */
export { holdTickets, leave } from '../hold/hold-tickets.ts'
export { PaymentSteps } from './payment-steps.tsx'
