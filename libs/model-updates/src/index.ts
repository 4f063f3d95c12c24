export { type Trust } from './check-trust.js';
export { ModelUpdateError, type ModelUpdateErrorKind } from './model-update-error.js';
export { ModelUpdatesModule } from './model-updates.module.js';
export { type ReadSource, readSource } from './read-source.js';
export { ScheduledModelUpdate } from './scheduled-model-update.js';
export { type UpdatedModels, updateModels } from './update-models.js';
