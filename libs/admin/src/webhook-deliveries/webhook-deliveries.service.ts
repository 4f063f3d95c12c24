import { GatewayError } from '#canonical';
import { Database, type Page, mapPage } from '#database';
import { DeliveryListRepository, DeliveryRepository, type DeliveryRow } from '#webhooks';
import { Injectable } from '@nestjs/common';
import { getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import {
  type WebhookDeliveryDetailView,
  type WebhookDeliveryListQuery,
  type WebhookDeliveryView,
} from './webhook-delivery.dto.js';

@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveryListRepository,
    private readonly audit: AuditTrail,
  ) {}

  async list({ principal }: Caller, query: WebhookDeliveryListQuery): Promise<Page<WebhookDeliveryView>> {
    return mapPage(await this.deliveries.list(query, getOwnerScope(principal)), viewDelivery);
  }

  async show(caller: Caller, id: string): Promise<WebhookDeliveryDetailView> {
    return viewDeliveryDetail(await this.requireDelivery(caller, id));
  }

  /** Resets the delivery to pending with the same id. A worker sends it. */
  async replay(caller: Caller, id: string): Promise<WebhookDeliveryDetailView> {
    const { subject, state } = await this.requireDelivery(caller, id);
    await this.database.transaction(async (transaction) => {
      const isReplayed = await new DeliveryRepository(this.database).replay(id, transaction);
      if (!isReplayed) throw createBeingSentError();
      await this.audit.record(transaction, caller, {
        action: 'webhook-delivery.replay',
        subject: { type: 'webhook-delivery', id, name: subject },
        changes: { state: { from: state, to: 'pending' } },
      });
    });
    return this.show(caller, id);
  }

  private async requireDelivery({ principal }: Caller, id: string): Promise<DeliveryRow> {
    const row = await this.deliveries.find(id, getOwnerScope(principal));
    if (row === undefined) throw notFound('webhook delivery');
    return row;
  }
}

function createBeingSentError(): GatewayError {
  return new GatewayError('wrong-state', 'This webhook is being sent right now. Try again in a moment.', {
    code: 'being_sent',
  });
}

function viewDelivery(row: DeliveryRow): WebhookDeliveryView {
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

function viewDeliveryDetail(row: DeliveryRow): WebhookDeliveryDetailView {
  return { ...viewDelivery(row), payload: row.payload };
}
