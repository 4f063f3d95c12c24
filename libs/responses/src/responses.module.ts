import { AccessModule } from '#access';
import { AdmissionModule } from '#admission';
import { CONFIG, type Config } from '#config';
import { DatabaseModule } from '#database';
import { JobsModule, Maintenance, QueueBacklogs } from '#jobs';
import { QuotasModule } from '#quotas';
import { RelayModule, memoryShare } from '#relay';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { BackgroundResponses } from './background/background-responses.js';
import { ClaimRepository, RESPONSES } from './background/claims.repository.js';
import { EventStreams } from './background/event-streams.js';
import { EventRepository } from './background/events.repository.js';
import { PausedTokens } from './background/paused-tokens.js';
import { OutcomeRepository } from './background/outcomes.repository.js';
import { RequestRepository } from './background/requests.repository.js';
import { ResponseRelay } from './background/response-relay.js';
import { ResponseRunner } from './background/response-runner.js';
import { ResponseSeals } from './background/response-seals.js';
import {
  RESPONSE_WORKER_OPTIONS,
  ResponseWorker,
  type ResponseWorkerOptions,
} from './background/response-worker.js';
import { ResponseRepository } from './background/responses.repository.js';
import { RunClaims } from './background/run-claims.js';
import { RunMemory } from './background/run-memory.js';
import { RunPreparation } from './background/run-preparation.js';
import { CompactionSeals } from './compaction-seals.js';
import { Conversations } from './conversations.js';
import { ResponsesService } from './responses.service.js';
import { StoredResponsesService } from './stored-responses.service.js';
import { AnnouncedSpool } from './stored/announced-spool.js';
import { OtherSpools } from './stored/other-spools.js';
import { ResponseQuota } from './stored/response-quota.js';
import { ResponseReader } from './stored/response-reader.js';
import { ResponseSpool } from './stored/response-spool.js';
import { ResponseStore } from './stored/response-store.js';
import { SpoolAnnouncementRepository } from './stored/spool-announcement.repository.js';
import { SpoolId } from './stored/spool-id.js';
import { SpoolReplay } from './stored/spool-replay.js';
import { StoredItemRepository } from './stored/stored-items.repository.js';
import { StoredResponseRepository } from './stored/stored-response.repository.js';
import { RESPONSES_TABLES } from './table-retention.js';

/** Stored responses, and responses that run in the background. */
@Module({
  imports: [DatabaseModule, JobsModule, QuotasModule, RelayModule, SecretsModule, SettingsModule],
  providers: [
    AnnouncedSpool,
    BackgroundResponses,
    CompactionSeals,
    Conversations,
    EventRepository,
    EventStreams,
    OtherSpools,
    OutcomeRepository,
    RequestRepository,
    ResponseQuota,
    ResponseReader,
    ResponseRepository,
    ResponseSeals,
    ResponseSpool,
    ResponsesService,
    ResponseStore,
    SpoolAnnouncementRepository,
    SpoolId,
    SpoolReplay,
    StoredItemRepository,
    StoredResponseRepository,
    StoredResponsesService,
  ],
  exports: [EventStreams, ResponsesService, ResponseSpool, ResponseStore, StoredResponsesService],
})
export class ResponsesModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly backlogs: QueueBacklogs,
  ) {}

  /** For processes that also run background responses. */
  static forWorker(): DynamicModule {
    return {
      module: ResponsesModule,
      imports: [AccessModule, AdmissionModule],
      providers: [
        ClaimRepository,
        PausedTokens,
        ResponseRelay,
        ResponseRunner,
        ResponseWorker,
        {
          provide: RunMemory,
          inject: [CONFIG, { token: RESPONSE_WORKER_OPTIONS, optional: true }],
          useFactory: ({ http }: Config, options?: Partial<ResponseWorkerOptions>) =>
            new RunMemory(options?.maxRequestBytes ?? memoryShare(http)),
        },
        RunPreparation,
        RunClaims,
      ],
    };
  }

  onModuleInit(): void {
    this.backlogs.register('background-responses', RESPONSES);
    this.maintenance.register({ tables: RESPONSES_TABLES });
  }
}
