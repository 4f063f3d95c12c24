export { applyConfigFile } from './apply-config-file.js';
export { type ExportedConfig, exportConfig } from './export/export-config.js';
export { builtInChannel } from './usual-channels.js';
export { setUp, type SetupOutcome } from './set-up.js';
export { Setup } from './setup.js';
export { SetupModule } from './setup.module.js';
