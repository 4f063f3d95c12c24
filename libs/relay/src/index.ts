export { type ClientSide, type ClientStream } from './client-side.js';
export { fetchMediaWith } from './fetch-media.js';
export { findOfferedModel, listOfferedModels } from './offered-models.js';
export { type OperationId } from './operations/operations.js';
export { Relay } from './relay.js';
export { type RelayRecord } from './relay-record.js';
