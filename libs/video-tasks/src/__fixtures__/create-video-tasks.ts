import { type Config, type PublicUrl } from '#config';
import { type Catalog, type ChannelHealth } from '#catalog';
import { type CredentialSources } from '#credentials';
import { type Database } from '#database';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { IdempotencyKeyRepository, ResourceKeys } from '#idempotency';
import { type SlotQueue } from '#limits';
import { type MediaStore } from '#media';
import { type BudgetAccounts, LedgerRepository } from '#metering';
import { type SecretBox } from '#secrets';
import { type Logger, type Tracing } from '#telemetry';
import { AcceptRepository } from '../accept.repository.js';
import { CallbackSigner } from '../callback-signer.js';
import { ClaimRepository } from '../claims.repository.js';
import { EvidenceSpool } from '../evidence-spool.js';
import { EvidenceRepository } from '../evidence.repository.js';
import { OutcomeRepository } from '../outcomes.repository.js';
import { TaskAcceptance } from '../task-acceptance.js';
import { TaskSeals } from '../task-seals.js';
import { type TaskWakeUps } from '../task-wake-ups.js';
import { TaskRepository } from '../tasks.repository.js';
import { type VideoCatalog } from '../video-catalog.js';
import { VideoTasks } from '../video-tasks.js';
import { CallbackLinks } from '../work/callback-links.js';
import { FinalizeStep } from '../work/finalize-step.js';
import { PollConclusion } from '../work/poll-conclusion.js';
import { PollStep } from '../work/poll-step.js';
import { PollHealth } from '../work/report-health.js';
import { ResolveStep } from '../work/resolve-step.js';
import { StepFailures } from '../work/step-failures.js';
import { SubmissionCalls } from '../work/submission-calls.js';
import { SubmissionConclusion } from '../work/submission-conclusion.js';
import { SubmissionImages } from '../work/submission-images.js';
import { SubmissionSender } from '../work/submission-sender.js';
import { SubmissionStart } from '../work/submission-start.js';
import { SubmitStep } from '../work/submit-step.js';
import { TaskAccounts } from '../work/task-accounts.js';
import { TaskRoutes } from '../work/task-routes.js';
import { TaskSteps } from '../work/task-steps.js';
import { TaskTargets } from '../work/task-targets.js';
import { TaskWorker } from '../work/task-worker.js';
import { VideoAdoption } from '../work/video-adoption.js';
import { VideoDownload } from '../work/video-download.js';
import { VideoSearch } from '../work/video-search.js';
import { type VideoWorkOptions, WorkOptions } from '../work/work-options.js';

export interface VideoTasksSettings {
  dataSource: Database;
  catalog: Pick<VideoCatalog, keyof VideoCatalog>;
  media: MediaStore;
  secretBox: SecretBox;
  accounts: Pick<BudgetAccounts, 'of' | 'requiresPrice'>;
  wake: TaskWakeUps['wake'];
}

/** Creates the service for clients, on parts of a test. */
export function createVideoTasks(settings: VideoTasksSettings): VideoTasks {
  const { dataSource, catalog, media, secretBox, accounts, wake } = settings;
  const seals = new TaskSeals(secretBox);
  const ledger = new LedgerRepository();
  const tasks = new TaskRepository(dataSource, seals);
  const keys = new ResourceKeys(new IdempotencyKeyRepository(dataSource, secretBox));
  const repository = new AcceptRepository(dataSource, tasks, ledger, keys);
  const acceptance = new TaskAcceptance(repository, catalog, accounts, media, { wake });
  const evidence = new EvidenceRepository(dataSource, seals);
  const outcomes = new OutcomeRepository(dataSource, seals, ledger, evidence);
  return new VideoTasks(acceptance, tasks, outcomes, media, { wake });
}

export interface TaskWorkerSettings extends VideoWorkOptions {
  worker: string;
  dataSource: Database;
  catalog: Pick<Catalog, 'choose' | 'activeChannels'>;
  health: ChannelHealth;
  slots: SlotQueue;
  media: MediaStore;
  secretBox: SecretBox;
  http: Pick<HttpTransport, 'send'>;
  fetcher: PublicFetcher;
  logger: Logger;
  dataDir: string;
}

const CREDENTIALS: Pick<CredentialSources, 'open'> = {
  open: () => {
    throw new Error('accounts of tests have keys');
  },
};
const TRACING: Pick<Tracing, 'during'> = { during: (_span, work) => work({}) };
/** No provider can reach it, so none is given a callback URL. */
const PUBLIC_URL: Pick<PublicUrl, 'current'> = { current: 'http://192.0.2.1' };

/** Creates the worker, on parts of a test. */
export function createTaskWorker(settings: TaskWorkerSettings): TaskWorker {
  const { dataSource, catalog, health, slots, media, secretBox, http, fetcher, logger } = settings;
  const config = { dataDir: settings.dataDir, storesUpstreamErrors: true } satisfies Partial<Config>;
  const options = new WorkOptions(settings);
  const seals = new TaskSeals(secretBox);
  const evidence = new EvidenceRepository(dataSource, seals);
  const outcomes = new OutcomeRepository(dataSource, seals, new LedgerRepository(), evidence);
  const accounts = new TaskAccounts(http, CREDENTIALS, secretBox, catalog, options);
  const targets = new TaskTargets(catalog, health, { getPrice: () => undefined }, options);
  const spool = new EvidenceSpool(config, seals);
  const adoption = new VideoAdoption(spool, evidence, outcomes, options, logger);
  const links = new CallbackLinks(new CallbackSigner(secretBox), PUBLIC_URL, {
    isAllowed: async () => false,
    isPublicAddress: () => true,
  });
  const calls = new SubmissionCalls(new SubmissionImages(media, fetcher, outcomes, options, logger), links);
  const start = new SubmissionStart(outcomes, accounts, adoption, options);
  const conclusion = new SubmissionConclusion(outcomes, targets, adoption, options, config);
  const sender = new SubmissionSender(accounts, calls, start, conclusion, TRACING);
  const routes = new TaskRoutes(targets, accounts, { health, slots });
  const download = new VideoDownload(accounts, media, fetcher, options);
  const finalize = new FinalizeStep(download, outcomes, options, TRACING, logger);
  const pollConclusion = new PollConclusion(outcomes, finalize, options, config, logger);
  const search = new VideoSearch(evidence, outcomes, options);
  const steps = new TaskSteps(
    new SubmitStep(targets, routes, sender, outcomes, options),
    new ResolveStep(adoption, accounts, search, outcomes, options),
    new PollStep(accounts, new PollHealth(targets, health), pollConclusion, TRACING),
    finalize,
    new StepFailures(outcomes, logger),
  );
  const claims = new ClaimRepository(dataSource, seals, settings.worker);
  return new TaskWorker(claims, steps, adoption, options, logger);
}
