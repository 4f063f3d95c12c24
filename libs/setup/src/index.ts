export { applyConfigFile } from './apply-config-file.js';
export { type ExportedConfig, exportConfig } from './export/export-config.js';
export { GATEWAY_ID } from './budget-alarms.repository.js';
export { followChanges } from './follow-changes.js';
export { openCatalog } from './open-catalog.js';
export { openRelay, type OpenedRelay } from './open-relay.js';
export { setUp, type SetupOutcome } from './set-up.js';
export { requireStorage } from './require-storage.js';
export { openMemory } from './open-memory.js';
