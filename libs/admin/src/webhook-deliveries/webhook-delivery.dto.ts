import { Line, Moment, Name, OneOf, Typed, Url, Uuid } from '../input/fields.js';
import { Count, Facts } from '../input/measures.js';
import { PeriodListQuery } from '../input/list-query.dto.js';

export const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export class WebhookDeliveryListQuery extends PeriodListQuery {
  @OneOf(['created_at', '-created_at'], { optional: true })
  sort: string = '-created_at';

  @OneOf(DELIVERY_STATES, { optional: true })
  state?: DeliveryState;

  @Uuid({ optional: true, description: 'Filter by token id.' })
  token?: string;

  @Line({ optional: true, description: 'Filter by event type.', example: 'video.completed' })
  type?: string;
}

export class WebhookDeliveryView {
  @Line({ description: 'The `webhook-id` header.' })
  id: string;

  @OneOf(DELIVERY_STATES, { description: '`dead`: failed after the last attempt.' })
  state: DeliveryState;

  @Line({ example: 'video.completed' })
  type: string;

  @Line({ description: 'The id of the task.' })
  subject: string;

  @Url()
  url: string;

  @Uuid({ nullable: true, description: 'Null for webhooks of the gateway.' })
  token_id: string | null;

  @Name({ nullable: true })
  token_name: string | null;

  @Count({ description: 'The number of attempts since it was created or replayed.' })
  attempts: number;

  @Count({ nullable: true, description: 'The last status of the receiver.' })
  last_status: number | null;

  @Typed({ min: 0, max: 10_000 }, { nullable: true })
  last_error: string | null;

  @Moment({ nullable: true, description: 'The time of the next attempt, while it is pending.' })
  next_attempt_at: string | null;

  @Moment()
  created_at: string;

  @Moment({ nullable: true })
  finished_at: string | null;
}

export class WebhookDeliveryDetailView extends WebhookDeliveryView {
  @Facts({ description: 'The body of the webhook.' })
  payload: object;
}
