import { JobsModule, Maintenance, QueueBacklogs } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { DELIVERIES } from './delivery.repository.js';
import { WEBHOOKS_TABLES } from './table-retention.js';

/**
 * Reports the backlog of webhooks and registers their tables, also in processes that do not send them. The API counts
 * the rows that a shorter retention period deletes.
 */
@Module({ imports: [JobsModule] })
export class WebhookQueueModule implements OnModuleInit {
  constructor(
    private readonly backlogs: QueueBacklogs,
    private readonly maintenance: Maintenance,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({ tables: WEBHOOKS_TABLES });
    this.backlogs.register('webhooks', DELIVERIES);
  }
}
