import { join } from 'node:path';
import { type Token } from '#access';
import { type Catalog, type ChannelHealth } from '#catalog';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { IdempotencyKeyRepository, ResourceKeys } from '#idempotency';
import { type MediaStore } from '#media';
import { LedgerRepository, type OnThreshold, PaidUsageRepository, type PurseLimit } from '#metering';
import { type Provider, findProvider } from '#providers';
import { type SecretBox } from '#secrets';
import { type Logger } from '#telemetry';
import { WebhookOutbox } from '#webhooks';
import { type DataSource } from 'typeorm';
import { AcceptRepository } from './accept.repository.js';
import { ClaimRepository } from './claims.repository.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceSpool } from './evidence-spool.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { TaskSeals } from './task-seals.js';
import { TaskRepository } from './tasks.repository.js';
import { TransitionRepository } from './transitions.repository.js';
import { VideoTasks } from './video-tasks.js';
import { TaskWorker } from './work/task-worker.js';
import {
  type ChannelSlots,
  DEFAULT_WORK_SETTINGS,
  type Failpoint,
  type WorkSettings,
} from './work/work-parts.js';

export interface VideoTasksSettings {
  dataSource: DataSource;
  catalog: Pick<Catalog, 'targetsFor' | 'priceOf' | 'deadlineMinutesOf'>;
  media: MediaStore;
  /** Seals what is asked for. */
  secretBox: SecretBox;
  /** What the tasks of a token are paid from, where that is more than the token's own purse. */
  pursesOf?: (token: Token) => readonly PurseLimit[];
  /** Whether a budget lets pass what nobody knows the price of. */
  allowsUnpriced?: () => boolean;
  /** Hears of budgets that are nearly spent. */
  onThreshold?: OnThreshold;
  /** Tells a worker that there is something to do. */
  wake: (taskId: string) => void;
}

/** The clients' side. */
export function createVideoTasks(settings: VideoTasksSettings): VideoTasks {
  const { dataSource, catalog, media, secretBox, pursesOf, allowsUnpriced, wake } = settings;
  const seals = new TaskSeals(secretBox);
  const tasks = new TaskRepository(dataSource, seals);
  const ledger = new LedgerRepository(settings.onThreshold);
  const keys = new ResourceKeys(new IdempotencyKeyRepository(dataSource, secretBox));
  return new VideoTasks({
    tasks,
    keys,
    acceptance: new AcceptRepository(dataSource, tasks, ledger, keys),
    outcomes: outcomesOf(dataSource, ledger, seals),
    catalog,
    media,
    pursesOf,
    allowsUnpriced,
    wake,
  });
}

export interface TaskWorkerSettings {
  worker: string;
  dataSource: DataSource;
  catalog: Pick<Catalog, 'choose' | 'activeChannels'>;
  health: ChannelHealth;
  slots: ChannelSlots;
  media: MediaStore;
  secretBox: SecretBox;
  http: Pick<HttpTransport, 'send'>;
  fetcher: PublicFetcher;
  logger: Logger;
  /** Where ids from upstreams are kept until the database has them. */
  dataDir: string;
  settings?: Partial<WorkSettings>;
  /** Called at the moments at which a test lets a process die. */
  pass?: (failpoint: Failpoint) => Promise<void>;
  /** Where providers are looked up, if not among those that there are. */
  findProvider?: (id: string) => Provider | undefined;
  /** Hears of budgets that are nearly spent. */
  onThreshold?: OnThreshold;
  mostAtOnce?: number;
  mostPerAccount?: number;
}

/** The workers' side. */
export function createTaskWorker(options: TaskWorkerSettings): TaskWorker {
  const { worker, dataSource, dataDir, settings, pass, onThreshold, mostAtOnce, mostPerAccount, ...shared } =
    options;
  const seals = new TaskSeals(options.secretBox);
  const evidence = new EvidenceRepository(dataSource, seals);
  return new TaskWorker({
    worker,
    claims: new ClaimRepository(dataSource, seals),
    mostAtOnce,
    mostPerAccount,
    work: {
      findProvider,
      ...shared,
      seals,
      transitions: new TransitionRepository(dataSource, seals),
      outcomes: outcomesOf(dataSource, new LedgerRepository(onThreshold), seals),
      evidence,
      pollFaults: new Map(),
      spool: new EvidenceSpool(join(dataDir, 'submitted'), seals),
      settings: { ...DEFAULT_WORK_SETTINGS, ...settings },
      pass: pass ?? (async () => undefined),
    },
  });
}

function outcomesOf(dataSource: DataSource, ledger: LedgerRepository, seals: TaskSeals): OutcomeRepository {
  return new OutcomeRepository(dataSource, {
    ledger,
    usage: new PaidUsageRepository(),
    evidence: new EvidenceRepository(dataSource, seals),
    seals,
    webhooks: new WebhookOutbox(),
  });
}
