import { join } from 'node:path';
import { type Token } from '#access';
import { type Catalog, type ChannelHealth, type RoutingQuestion } from '#catalog';
import { type CredentialSources } from '#credentials';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { IdempotencyKeyRepository, ResourceKeys } from '#idempotency';
import { type MediaStore } from '#media';
import { LedgerRepository, type OnThreshold, PaidUsageRepository, type BudgetAccountLimit } from '#metering';
import { type Provider, findProvider } from '#providers';
import { type SecretBox } from '#secrets';
import { type Logger, type Tracing } from '#telemetry';
import { WebhookOutbox } from '#webhooks';
import { type DataSource } from 'typeorm';
import { AcceptRepository } from './accept.repository.js';
import { CallbackSigner } from './callback-signer.js';
import { ClaimRepository } from './claims.repository.js';
import { EvidenceRepository } from './evidence.repository.js';
import { EvidenceSpool } from './evidence-spool.js';
import { OutcomeRepository } from './outcomes.repository.js';
import { TaskSeals } from './task-seals.js';
import { TaskRepository } from './tasks.repository.js';
import { TransitionRepository } from './transitions.repository.js';
import { type VideoCatalog } from './video-catalog.js';
import { VideoTasks } from './video-tasks.js';
import { buildCallbackLink } from './work/callback-link.js';
import { TaskWorker } from './work/task-worker.js';
import {
  type ChannelSlots,
  DEFAULT_WORK_SETTINGS,
  type Failpoint,
  type WorkSettings,
} from './work/work-dependencies.js';

export interface VideoTasksSettings {
  dataSource: DataSource;
  catalog: VideoCatalog;
  media: MediaStore;
  /** Seals what is asked for. */
  secretBox: SecretBox;
  /** What the tasks of a token are paid from, where that is more than the token's own budget account. */
  getBudgetAccounts?: (token: Token) => readonly BudgetAccountLimit[];
  /** Whether a budget lets pass what nobody knows the price of. */
  allowsUnpriced?: () => boolean;
  /** Learns of budgets that are nearly spent. */
  onThreshold?: OnThreshold;
  /** Tells a worker that there is something to do. */
  wake: (taskId: string) => void;
}

/** The clients' side. */
export function createVideoTasks(settings: VideoTasksSettings): VideoTasks {
  const { dataSource, catalog, media, secretBox, getBudgetAccounts, allowsUnpriced, wake } = settings;
  const seals = new TaskSeals(secretBox);
  const tasks = new TaskRepository(dataSource, seals);
  const ledger = new LedgerRepository(settings.onThreshold);
  const keys = new ResourceKeys(new IdempotencyKeyRepository(dataSource, secretBox));
  return new VideoTasks({
    tasks,
    keys,
    acceptance: new AcceptRepository(dataSource, tasks, ledger, keys),
    outcomes: buildOutcomes(dataSource, ledger, seals),
    catalog,
    media,
    getBudgetAccounts,
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
  getPrice?: RoutingQuestion['getPrice'];
  media: MediaStore;
  secretBox: SecretBox;
  /** For accounts that are somebody in a cloud; there are none where it is left out. */
  openCredentials?: CredentialSources['open'];
  http: Pick<HttpTransport, 'send'>;
  fetcher: PublicFetcher;
  logger: Logger;
  tracing?: Pick<Tracing, 'during'>;
  /** Where ids from upstreams are kept until the database has them. */
  dataDir: string;
  settings?: Partial<WorkSettings>;
  /** Called at the moments at which a test lets a process die. */
  pass?: (failpoint: Failpoint) => Promise<void>;
  /** Where providers are looked up, if not among those that there are. */
  findProvider?: (id: string) => Provider | undefined;
  /** Learns of budgets that are nearly spent. */
  onThreshold?: OnThreshold;
  /** Where clients reach the gateway: services that call back are told of it. */
  publicUrl?: () => string;
  maxAtOnce?: number;
  maxPerAccount?: number;
}

/** The workers' side. */
export function createTaskWorker(options: TaskWorkerSettings): TaskWorker {
  const { worker, dataSource, dataDir, settings, pass, onThreshold, ...others } = options;
  const { maxAtOnce, maxPerAccount, publicUrl, ...shared } = others;
  const signer = new CallbackSigner(() => options.secretBox.keys.all());
  const seals = new TaskSeals(options.secretBox);
  const evidence = new EvidenceRepository(dataSource, seals);
  return new TaskWorker({
    worker,
    claims: new ClaimRepository(dataSource, seals),
    maxAtOnce,
    maxPerAccount,
    work: {
      findProvider,
      ...shared,
      seals,
      transitions: new TransitionRepository(dataSource, seals),
      outcomes: buildOutcomes(dataSource, new LedgerRepository(onThreshold), seals),
      evidence,
      pollFaults: new Map(),
      spool: new EvidenceSpool(join(dataDir, 'submitted'), seals),
      settings: { ...DEFAULT_WORK_SETTINGS, ...settings },
      pass: pass ?? (async () => undefined),
      buildCallbackLink:
        publicUrl && ((taskId) => buildCallbackLink(taskId, { signer, publicUrl, fetcher: options.fetcher })),
    },
  });
}

function buildOutcomes(
  dataSource: DataSource,
  ledger: LedgerRepository,
  seals: TaskSeals,
): OutcomeRepository {
  return new OutcomeRepository(dataSource, {
    ledger,
    usage: new PaidUsageRepository(),
    evidence: new EvidenceRepository(dataSource, seals),
    seals,
    webhooks: new WebhookOutbox(),
  });
}
