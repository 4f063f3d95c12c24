export { LedgerRepository } from './ledger.repository.js';
export { videoPriceMicroUsd } from './video-price.js';
