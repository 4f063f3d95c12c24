import { join } from 'node:path';
import { type Catalog, type ChannelHealth, type RoutingQuestion } from '#catalog';
import { type CredentialSources } from '#credentials';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { IdempotencyKeyRepository, ResourceKeys } from '#idempotency';
import { type MediaStore } from '#media';
import { LedgerRepository, type OnThreshold, PaidUsageRepository } from '#metering';
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
import { type VideoCatalog } from './video-catalog.js';
import { VideoTasks, type VideoTasksDependencies } from './video-tasks.js';
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
  /** Encrypts requests. */
  secretBox: SecretBox;
  /** The budget accounts that pay for the tasks of a token. */
  accounts: VideoTasksDependencies['accounts'];
  /** Called when a budget reaches a threshold. */
  onThreshold?: OnThreshold;
  /** Wakes a worker. */
  wake: (taskId: string) => void;
}

/** Creates the service for clients. */
export function createVideoTasks(settings: VideoTasksSettings): VideoTasks {
  const { dataSource, catalog, media, secretBox, accounts, wake } = settings;
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
    accounts,
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
  /** Required for accounts with a cloud identity instead of a key. */
  openCredentials?: CredentialSources['open'];
  http: Pick<HttpTransport, 'send'>;
  fetcher: PublicFetcher;
  logger: Logger;
  tracing?: Pick<Tracing, 'during'>;
  /** The folder in which video ids are stored until they are in the database. */
  dataDir: string;
  /** Whether error messages of upstreams are stored; they are by default. */
  keepsErrorMessages?: boolean;
  settings?: Partial<WorkSettings>;
  /** Called at the points at which a test can kill the process. */
  pass?: (failpoint: Failpoint) => Promise<void>;
  /** Replaces the registry of providers, in tests. */
  findProvider?: (id: string) => Provider | undefined;
  /** Called when a budget reaches a threshold. */
  onThreshold?: OnThreshold;
  /** The public URL of the gateway, to which providers send callbacks. */
  publicUrl?: () => string;
  maxAtOnce?: number;
  maxPerAccount?: number;
}

/** Creates the worker. */
export function createTaskWorker(options: TaskWorkerSettings): TaskWorker {
  const { worker, dataSource, dataDir, settings, pass, onThreshold, ...others } = options;
  const { maxAtOnce, maxPerAccount, publicUrl, ...shared } = others;
  const signer = new CallbackSigner(() => options.secretBox.keys.all());
  const seals = new TaskSeals(options.secretBox);
  const evidence = new EvidenceRepository(dataSource, seals);
  const transitions = buildOutcomes(dataSource, new LedgerRepository(onThreshold), seals);
  return new TaskWorker({
    worker,
    claims: new ClaimRepository(dataSource, seals),
    maxAtOnce,
    maxPerAccount,
    work: {
      findProvider,
      ...shared,
      seals,
      transitions,
      evidence,
      pollFaults: new Map(),
      spool: new EvidenceSpool(join(dataDir, 'submitted'), seals),
      settings: { ...DEFAULT_WORK_SETTINGS, ...settings },
      reachFailpoint: pass ?? (async () => undefined),
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
