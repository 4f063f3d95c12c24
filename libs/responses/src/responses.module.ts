import { AccessModule } from '#access';
import { AdmissionModule } from '#admission';
import { DatabaseModule } from '#database';
import { JobsModule, Maintenance, QueueBacklogs } from '#jobs';
import { QuotasModule } from '#quotas';
import { RelayModule } from '#relay';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BackgroundResponses } from './background/background-responses.js';
import { ClaimRepository, RESPONSES } from './background/claims.repository.js';
import { EventStreams } from './background/event-streams.js';
import { EventRepository } from './background/events.repository.js';
import { HeldTokens } from './background/held-tokens.js';
import { OutcomeRepository } from './background/outcomes.repository.js';
import { ResponseRelay } from './background/response-relay.js';
import { ResponseRunner } from './background/response-runner.js';
import { ResponseSeals } from './background/response-seals.js';
import { ResponseWorker } from './background/response-worker.js';
import { ResponseRepository } from './background/responses.repository.js';
import { CompactionSeals } from './compaction-seals.js';
import { ResponsesService } from './responses.service.js';
import { ResponseQuota } from './stored/response-quota.js';
import { ResponseStore } from './stored/response-store.js';
import { StoredResponseEntity } from './stored/stored-response.entity.js';
import { StoredResponseRepository } from './stored/stored-response.repository.js';
import { RESPONSES_TABLES } from './table-retention.js';

/** Responses that are kept, and those that run in the background. */
@Module({
  imports: [
    DatabaseModule,
    JobsModule,
    QuotasModule,
    RelayModule,
    SecretsModule,
    SettingsModule,
    TypeOrmModule.forFeature([StoredResponseEntity]),
  ],
  providers: [
    BackgroundResponses,
    CompactionSeals,
    EventRepository,
    EventStreams,
    OutcomeRepository,
    ResponseQuota,
    ResponseRepository,
    ResponseSeals,
    ResponsesService,
    ResponseStore,
    StoredResponseRepository,
  ],
  exports: [EventStreams, ResponsesService],
})
export class ResponsesModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly backlogs: QueueBacklogs,
  ) {}

  /** Where background responses are also run. */
  static forWorker(): DynamicModule {
    return {
      module: ResponsesModule,
      imports: [AccessModule, AdmissionModule],
      providers: [
        { provide: HeldTokens, useFactory: () => new HeldTokens() },
        ClaimRepository,
        ResponseRelay,
        ResponseRunner,
        ResponseWorker,
      ],
    };
  }

  onModuleInit(): void {
    this.backlogs.register('background-responses', RESPONSES);
    this.maintenance.register({ tables: RESPONSES_TABLES });
  }
}
