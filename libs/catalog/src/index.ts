export { apiKeyHint } from './api-key-hint.js';
export { BUILT_IN_CHANNEL } from './built-in-channel.js';
export { Catalog, type RoutingRequest } from './catalog.js';
export { CatalogModule } from './catalog.module.js';
export { type Channel, type ChannelSettings, DEFAULT_TIMEOUTS } from './channel.js';
export { ChannelEntity } from './channel.entity.js';
export { CHANNEL_SORTS, ChannelListRepository } from './channel-list.repository.js';
export { ChannelRepository } from './channel.repository.js';
export { toChannelSettings } from './channel-settings.js';
export { ApprovedChannel } from './approved-channel.js';
export { randomPickFor } from './random-pick.js';
export { ChannelHealth } from './health/channel-health.js';
export {
  type ChannelFailure,
  type ChannelResult,
  ChannelResultRepository,
} from './health/channel-result.repository.js';
export { ChannelResults } from './health/channel-results.js';
export { ChannelStateRepository, type ReportedState } from './health/channel-state.repository.js';
export { type ChannelUse } from './health/channel-use.js';
export { toFingerprint } from './health/key-health.js';
export { SharedHealth } from './health/shared-health.js';
export { type HealthStatus } from './health/health-status.js';
export { ModelEntity, type ModelPrice } from './model.entity.js';
export { ModelRepository } from './model.repository.js';
export { type PlannedChannel, planChannels } from './plan-channels.js';
export { type PlannedModel, planModels } from './plan-models.js';
export { type FileOnlyModelKey, type ModelSettings, toModelSettings } from './model-settings.js';
export { requireModelName } from './require-model-name.js';
export { type RoutedTarget } from './routing/routed-target.js';
export { RetryBudget } from './routing/retry-budget.js';
export { CandidateSelector, type SelectedCandidate } from './routing/candidate-selector.js';
export { isSecretHeader } from './secret-header.js';
export { getServiceName } from './service-name.js';
export { type Target, getTimeouts, targetsAt } from './select-targets.js';
export { openStoredChannel } from './stored-channel.js';
