import { type Page } from '#database';
import { Get, HttpCode, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { TextIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import {
  WebhookDeliveryDetailView,
  WebhookDeliveryListQuery,
  WebhookDeliveryView,
} from './webhook-delivery.dto.js';

@AdminController('/api/webhook-deliveries')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get()
  @AdminAccess({ scope: 'webhooks:read', member: true })
  @Described({
    summary: 'List webhook deliveries',
    description: 'Newest first by default.',
    response: { pageOf: WebhookDeliveryView },
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: WebhookDeliveryListQuery,
  ): Promise<Page<WebhookDeliveryView>> {
    return this.deliveries.list(caller, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'webhooks:read', member: true })
  @Described({ summary: 'Retrieve a webhook delivery', response: WebhookDeliveryDetailView })
  async show(@CurrentCaller() caller: Caller, @TextIdParam() id: string): Promise<WebhookDeliveryDetailView> {
    return this.deliveries.show(caller, id);
  }

  @Post(':id/replay')
  @HttpCode(200)
  @AdminAccess({ scope: 'webhooks:write', member: true })
  @Described({
    summary: 'Send a webhook again',
    description: 'In any state. The receiver gets the same id again.',
    response: WebhookDeliveryDetailView,
  })
  async replay(
    @CurrentCaller() caller: Caller,
    @TextIdParam() id: string,
  ): Promise<WebhookDeliveryDetailView> {
    return this.deliveries.replay(caller, id);
  }
}
