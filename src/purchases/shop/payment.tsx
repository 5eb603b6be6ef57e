import './payment.css'

/** Everything from the payment on: a part of its own, loaded while the visitor looks at the steps before it. */
export { DoneStep, type Sent } from './done-step.tsx'
export { ExpiredDialog, LeaveDialog } from './interruptions.tsx'
export { PaymentStep } from './payment-step.tsx'
