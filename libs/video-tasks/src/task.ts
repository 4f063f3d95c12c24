import { type ModelPrice } from '#catalog';
import { type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';
import { type StartedVideo } from '#providers';

export type TaskStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** What is being done about a task; clients see only its status. */
export type TaskPhase =
  | 'accepted'
  /** A submission is on its way to the upstream, or was when its worker died. */
  | 'submitting'
  /** Nobody knows whether the submission arrived. */
  | 'submit-unknown'
  | 'polling'
  /** The video exists, and is being copied. */
  | 'finalizing'
  | 'completed'
  | 'failed';

/** An image as a task keeps it: a link, or a file in our own store. */
export type KeptImage =
  /** `param` is where the client's request has it; absent in tasks of an earlier version. */
  | { kind: 'url'; url: string; param?: string }
  | { kind: 'stored'; id: string; extension: string; mediaType: string };

/** The ways to ask for a video. */
export type VideoFormat = 'video-generations' | 'openai-videos' | 'gemini-videos';

/** The video that another one starts from, as its upstream knows it. */
export interface RemixSource extends StartedVideo {
  /** The name of the account that made it: no other knows it. */
  account: string;
  upstreamModel: string;
}

export interface KeptRequest extends Omit<VideoRequest, 'images'> {
  images: readonly KeptImage[];
  /** How it was asked for. Undefined in tasks from before that was kept. */
  format?: VideoFormat;
  /** Which session of an agent asked for it, where the client says so. */
  sessionId?: string;
  /** The request that asked for it, in a trace. */
  traceparent?: string | undefined;
  /** The id of the task whose order this repeats. */
  retryOf?: string;
  /** The id of the task whose video this one starts from. */
  remixOf?: string;
  /** That video. */
  source?: RemixSource;
}

/** The video, in our own store. */
export interface TaskResult extends VideoFacts {
  id: string;
  extension: string;
  sizeBytes: number;
}

export interface TaskFailure {
  code: number;
  message: string;
}

export interface VideoTask {
  id: string;
  owner: string;
  tokenId: string;
  model: string;
  request: KeptRequest;
  status: TaskStatus;
  phase: TaskPhase;
  progress: number;
  version: number;
  channelId?: string;
  channelName?: string;
  upstreamModel?: string;
  account?: string;
  sealedAccount?: Buffer;
  refusedChannels: readonly string[];
  lastFailure?: TaskFailure;
  submitAttempt: number;
  submittedAt?: Date;
  upstreamId?: string;
  readonly upstreamMemo?: JsonObject | undefined;
  leaseEpoch: string;
  nextRunAt: Date;
  deadlineAt: Date;
  resolveUntil?: Date;
  misses: number;
  missingSince?: Date;
  cancelRequestedAt?: Date;
  /** What the model cost when the task was accepted. */
  price?: ModelPrice;
  heldMicroUsd: number;
  /** What it is paid from beside the budget account of its token. */
  otherBudgetAccounts: readonly string[];
  costMicroUsd?: number;
  webhookUrl?: string;
  result?: TaskResult;
  error?: TaskFailure;
  createdAt: Date;
  updatedAt: Date;
  startedAt?: Date;
  finishedAt?: Date;
  /** The database's clock when the row was read: the only one that counts. */
  readAt: Date;
}

export function isFinished({ status }: Pick<VideoTask, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}
