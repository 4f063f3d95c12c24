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

  @Uuid({ optional: true, description: 'Only deliveries of the token with this id.' })
  token?: string;

  @Line({ optional: true, description: 'Only this type of event.', example: 'video.completed' })
  type?: string;
}

export class WebhookDeliveryView {
  @Line({ description: 'What the receiver gets as `webhook-id`.' })
  id: string;

  @OneOf(DELIVERY_STATES, { description: '`dead`: given up after the last attempt.' })
  state: DeliveryState;

  @Line({ example: 'video.completed' })
  type: string;

  @Line({ description: 'What it tells of: the id of a task.' })
  subject: string;

  @Url()
  url: string;

  @Uuid({ nullable: true, description: 'Null where it is the gateway’s own.' })
  token_id: string | null;

  @Name({ nullable: true })
  token_name: string | null;

  @Count({ description: 'Since it began, or was last put back.' })
  attempts: number;

  @Count({ nullable: true, description: 'What the receiver answered last.' })
  last_status: number | null;

  @Typed({ min: 0, max: 10_000 }, { nullable: true })
  last_error: string | null;

  @Moment({ nullable: true, description: 'When it is tried again, while it is pending.' })
  next_attempt_at: string | null;

  @Moment()
  created_at: string;

  @Moment({ nullable: true })
  finished_at: string | null;
}

export class WebhookDeliveryDetailView extends WebhookDeliveryView {
  @Facts({ description: 'What the receiver is sent.' })
  payload: object;
}
