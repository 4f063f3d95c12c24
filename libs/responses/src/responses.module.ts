import { join } from 'node:path';
import { AccessModule } from '#access';
import { AdmissionModule } from '#admission';
import { CONFIG, type Config } from '#config';
import { DatabaseModule } from '#database';
import { JobsModule, Maintenance, QueueBacklogs } from '#jobs';
import { QuotasModule } from '#quotas';
import { RelayModule } from '#relay';
import { SecretBox, SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
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
import { RunPreparation } from './background/run-preparation.js';
import { CompactionSeals } from './compaction-seals.js';
import { Conversations } from './conversations.js';
import { ResponsesService } from './responses.service.js';
import { StoredResponsesService } from './stored-responses.service.js';
import { ResponseQuota } from './stored/response-quota.js';
import { ResponseReader } from './stored/response-reader.js';
import { ResponseSpool } from './stored/response-spool.js';
import { ResponseStore } from './stored/response-store.js';
import { SpoolReplay } from './stored/spool-replay.js';
import { StoredItemRepository } from './stored/stored-items.repository.js';
import { StoredResponseRepository } from './stored/stored-response.repository.js';
import { RESPONSES_TABLES } from './table-retention.js';

/** What may wait on disk while the database is away. What does not fit is not stored, and its response says so. */
const MAX_SPOOL = { items: 20_000, bytes: 2 ** 30 };

/** Responses that are kept, and those that run in the background. */
@Module({
  imports: [DatabaseModule, JobsModule, QuotasModule, RelayModule, SecretsModule, SettingsModule],
  providers: [
    BackgroundResponses,
    CompactionSeals,
    Conversations,
    EventRepository,
    EventStreams,
    OutcomeRepository,
    ResponseQuota,
    ResponseReader,
    ResponseRepository,
    ResponseSeals,
    {
      provide: ResponseSpool,
      inject: [CONFIG, SecretBox],
      useFactory: ({ dataDir }: Config, secretBox: SecretBox) =>
        new ResponseSpool({ folder: join(dataDir, 'responses'), secretBox, max: MAX_SPOOL }),
    },
    ResponsesService,
    ResponseStore,
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
        RunPreparation,
      ],
    };
  }

  onModuleInit(): void {
    this.backlogs.register('background-responses', RESPONSES);
    this.maintenance.register({ tables: RESPONSES_TABLES });
  }
}
