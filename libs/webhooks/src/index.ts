export { type Delivery } from './delivery.js';
export { DeliveryListRepository, type DeliveryRow } from './delivery-list.repository.js';
export { DeliveryRepository } from './delivery.repository.js';
export { type WebhookEvent, WebhookOutbox } from './webhook-outbox.js';
export { GATEWAY_ID } from './gateway-id.js';
export { sendSigned } from './send-webhook.js';
export { WebhookQueueModule } from './webhook-queue.module.js';
export { WebhooksModule } from './webhooks.module.js';
export { WebhookWorker } from './webhook-worker.js';
