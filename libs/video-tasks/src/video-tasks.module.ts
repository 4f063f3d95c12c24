import { CatalogModule } from '#catalog';
import { CredentialsModule } from '#credentials';
import { Database, DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { IdempotencyModule } from '#idempotency';
import { JobsModule, Maintenance, QueueBacklogs } from '#jobs';
import { MediaModule } from '#media';
import { PricesModule } from '#metering';
import { RelayModule } from '#relay';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule } from '#settings';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { AcceptRepository } from './accept.repository.js';
import { CallbackSigner } from './callback-signer.js';
import { ClaimRepository, TASKS } from './claims.repository.js';
import { EvidenceSpool } from './evidence-spool.js';
import { EvidenceRepository } from './evidence.repository.js';
import { FinishedTaskRepository } from './finished-task.repository.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { VIDEO_TASKS_TABLES } from './table-retention.js';
import { TaskAcceptance } from './task-acceptance.js';
import { TaskCallbacks } from './task-callbacks.js';
import { TaskListRepository } from './task-list.repository.js';
import { TaskSeals } from './task-seals.js';
import { TaskWakeUps } from './task-wake-ups.js';
import { TaskRepository } from './tasks.repository.js';
import { UnsealedTaskRepository } from './unsealed-task.repository.js';
import { VideoCatalog } from './video-catalog.js';
import { VideoTasks } from './video-tasks.js';
import { CallbackLinks } from './work/callback-links.js';
import { FinalizeStep } from './work/finalize-step.js';
import { PollConclusion } from './work/poll-conclusion.js';
import { PollStep } from './work/poll-step.js';
import { PollHealth } from './work/report-health.js';
import { ResolveStep } from './work/resolve-step.js';
import { StepFailures } from './work/step-failures.js';
import { SubmissionCalls } from './work/submission-calls.js';
import { SubmissionConclusion } from './work/submission-conclusion.js';
import { SubmissionImages } from './work/submission-images.js';
import { SubmissionSender } from './work/submission-sender.js';
import { SubmissionStart } from './work/submission-start.js';
import { SubmitStep } from './work/submit-step.js';
import { TaskAccounts } from './work/task-accounts.js';
import { TaskRoutes } from './work/task-routes.js';
import { TaskSteps } from './work/task-steps.js';
import { TaskTargets } from './work/task-targets.js';
import { TaskWorker } from './work/task-worker.js';
import { VideoAdoption } from './work/video-adoption.js';
import { VideoDownload } from './work/video-download.js';
import { VideoSearch } from './work/video-search.js';
import { WorkOptions } from './work/work-options.js';

/** The steps of tasks, and what they need. */
const WORK = [
  CallbackLinks,
  ClaimRepository,
  EvidenceSpool,
  FinalizeStep,
  PollConclusion,
  PollHealth,
  PollStep,
  ResolveStep,
  StepFailures,
  SubmissionCalls,
  SubmissionConclusion,
  SubmissionImages,
  SubmissionSender,
  SubmissionStart,
  SubmitStep,
  TaskAccounts,
  TaskRoutes,
  TaskSteps,
  TaskTargets,
  TaskWorker,
  VideoAdoption,
  VideoDownload,
  VideoSearch,
  WorkOptions,
];

/** The video tasks of clients. */
@Module({
  imports: [
    CatalogModule,
    DatabaseModule,
    IdempotencyModule,
    JobsModule,
    MediaModule,
    PricesModule,
    SecretsModule,
    SettingsModule,
  ],
  providers: [
    AcceptRepository,
    CallbackSigner,
    EvidenceRepository,
    OutcomeRepository,
    TaskAcceptance,
    TaskCallbacks,
    TaskListRepository,
    TaskRepository,
    TaskSeals,
    TaskWakeUps,
    VideoCatalog,
    VideoTasks,
  ],
  exports: [TaskCallbacks, TaskListRepository, VideoTasks],
})
export class VideoTasksModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly settings: LiveSettings,
    private readonly backlogs: QueueBacklogs,
  ) {}

  /** For processes that also run the tasks. */
  static forWorker(): DynamicModule {
    return {
      module: VideoTasksModule,
      imports: [CredentialsModule, EgressModule, RelayModule],
      providers: WORK,
    };
  }

  onModuleInit(): void {
    this.backlogs.register('video-tasks', TASKS);
    const finished = new FinishedTaskRepository(this.database, () => getRetentionDays(this.settings));
    const unsealed = new UnsealedTaskRepository(this.database, this.secretBox);
    this.maintenance.register({
      tables: VIDEO_TASKS_TABLES,
      tasks: [
        async (now) => ({ finishedTasks: await finished.delete(now) }),
        // Tasks from earlier versions, whose prompts were not encrypted.
        async () => ({ sealedTasks: await unsealed.sealAll() }),
      ],
    });
  }
}

/** As long as requests are stored, and at least as long as their videos. */
function getRetentionDays({ current }: LiveSettings): number {
  return Math.max(current['usage.retention_days'], current['media.retention_days']);
}
