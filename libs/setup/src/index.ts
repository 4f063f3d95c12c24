export {
  type Applied,
  type ApplyRequest,
  type CompareRequest,
  ConfigApplication,
} from './apply/config-application.js';
export { getConfigPlace } from './apply/config-place.js';
export { describeApply } from './apply/describe-apply.js';
export { describeRefusal } from './apply/describe-refusal.js';
export { type EntryChange } from './apply/entry-changes.js';
export { exportEntries } from './export/export-entries.js';
export { InstallationMetrics } from './installation-metrics.js';
export { OwnSections } from './own-sections.js';
export { builtInChannel } from './default-channels.js';
export { setUp, type SetupOutcome } from './set-up.js';
export { Setup } from './setup.js';
export { SetupModule } from './setup.module.js';
