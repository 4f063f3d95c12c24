export { applyChannels } from './apply-channels.js';
export { applyModels } from './apply-models.js';
export { Catalog } from './catalog.js';
export { type Channel, DEFAULT_TIMEOUTS } from './channel.js';
export { ChannelEntity } from './channel.entity.js';
export { ChannelRepository } from './channel.repository.js';
export { ModelEntity } from './model.entity.js';
export { ModelRepository } from './model.repository.js';
export { type Target } from './select-targets.js';
