export { type Delivery } from './delivery.js';
export { DeliveryListRepository, type DeliveryRow } from './delivery-list.repository.js';
export { DeliveryRepository } from './delivery.repository.js';
export { WEBHOOKS_TABLES } from './table-retention.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
export { type WebhookEvent, WebhookOutbox } from './webhook-outbox.repository.js';
export { GATEWAY_ID } from './gateway-id.js';
export { WebhooksModule } from './webhooks.module.js';
