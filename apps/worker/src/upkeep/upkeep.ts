import { type ClientSecretRepository, type SignInChores, type TokenRepository } from '#access';
import { type ChannelStateRepository } from '#catalog';
import { type MediaStore } from '#media';
import { type UsageChores } from '#metering';
import { type StorageUseRepository } from '#quotas';
import { type CachedAnswerLimits } from '#relay';
import { type FinishedTaskRepository, type UnsealedTaskRepository } from '#video-tasks';
import { type ExpiredRows } from './table-retention.js';

export interface UpkeepReport {
  expiredTokens: number;
  expiredSessions: number;
  forgottenSignInAttempts: number;
  expiredClientSecrets: number;
  /** By their table. */
  expiredRows: ExpiredRows;
  finishedTasks: number;
  /** Tasks from earlier versions, whose prompts were in plain words. */
  sealedTasks: number;
  expiredMedia: number;
  sweptLeases: number;
  pastChannelStates: number;
  /** The oldest cached answers of owners that had too many. */
  displacedAnswers: number;
  /** Changes of what owners have stored that were added up. */
  storageChanges: number;
  usageHours: number;
  droppedUsageDays: number;
}

export interface UpkeepDependencies {
  tokens: TokenRepository;
  signIns: Pick<SignInChores, 'run'>;
  clientSecrets: Pick<ClientSecretRepository, 'deleteExpired'>;
  retention: { deleteExpired(now: Date): Promise<ExpiredRows> };
  finishedTasks: Pick<FinishedTaskRepository, 'delete'>;
  unsealedTasks: Pick<UnsealedTaskRepository, 'sealAll'>;
  media: Pick<MediaStore, 'deleteExpired'>;
  leases: { sweep(): Promise<number> };
  channelStates: Pick<ChannelStateRepository, 'deleteOver'>;
  cachedAnswers: Pick<CachedAnswerLimits, 'displaceOldest'>;
  storage: Pick<StorageUseRepository, 'addUp'>;
  usage: UsageChores;
}

/** The chores that keep the tables small and true. Each may be run at any time, and twice. */
export class Upkeep {
  constructor(private readonly parts: UpkeepDependencies) {}

  async run(now: Date): Promise<UpkeepReport> {
    const { tokens, signIns, clientSecrets, retention, finishedTasks, unsealedTasks } = this.parts;
    const { media, leases, channelStates, cachedAnswers, storage, usage } = this.parts;
    return {
      expiredTokens: await tokens.disableExpired(now),
      ...(await signIns.run(now)),
      expiredClientSecrets: await clientSecrets.deleteExpired(now),
      expiredRows: await retention.deleteExpired(now),
      finishedTasks: await finishedTasks.delete(now),
      sealedTasks: await unsealedTasks.sealAll(),
      expiredMedia: await media.deleteExpired(now),
      sweptLeases: await leases.sweep(),
      pastChannelStates: await channelStates.deleteOver(),
      displacedAnswers: await cachedAnswers.displaceOldest(),
      storageChanges: await storage.addUp(),
      ...(await usage.run(now)),
    };
  }
}
