/** What a search needs, in one part. */
export { findParticipations } from './find-participations.ts'
export { NumbersDialog } from './numbers-dialog.tsx'
