import { type DeliveryRow } from '#webhooks';
import { type WebhookDeliveryDetailView, type WebhookDeliveryView } from './webhook-delivery.dto.js';

export function viewDelivery(row: DeliveryRow): WebhookDeliveryView {
  return {
    id: row.id,
    state: row.state,
    type: row.type,
    subject: row.subject,
    url: row.url,
    token_id: row.token_name === null ? null : row.token_id,
    token_name: row.token_name,
    attempts: row.attempts,
    last_status: row.last_status,
    last_error: row.last_error,
    next_attempt_at: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function viewDeliveryDetail(row: DeliveryRow): WebhookDeliveryDetailView {
  return { ...viewDelivery(row), payload: row.payload };
}
