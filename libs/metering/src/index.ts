export { LedgerRepository, type Refund } from './ledger.repository.js';
export { videoPriceMicroUsd } from './video-price.js';
export { type LedgerReport, verifyLedger } from './verify-ledger.repository.js';
