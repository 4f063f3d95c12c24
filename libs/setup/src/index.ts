export { openCatalog } from './open-catalog.js';
export { setUp, type SetupOutcome } from './set-up.js';
export { requireStorage } from './require-storage.js';
