import { type ModelPrice } from '#catalog';
import { type ClientFacts } from '#access';
import { type AttemptError } from '#metering';
import { type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';
import { type StartedVideo } from '#providers';
import { type RequestFormatOf } from '#wire';

export type TaskStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** The internal state of a task. Clients see only its status. */
export type TaskPhase =
  | 'accepted'
  /** A submission is being sent to the upstream, or was when its worker died. */
  | 'submitting'
  /** It is unknown whether the submission arrived. */
  | 'submit-unknown'
  | 'polling'
  /** The video exists and is being copied to the media store. */
  | 'finalizing'
  | 'completed'
  | 'failed';

/** An image in the media store. */
export interface ImageFile {
  id: string;
  extension: string;
  mediaType: string;
}

/** An image of a task: a link, or a file in the media store. */
export type KeptImage =
  | {
      kind: 'url';
      url: string;
      /** Its parameter in the client's request; absent in tasks of an earlier version. */
      param?: string;
      /** The download of the link, for further submissions. */
      copy?: ImageFile;
    }
  | ({ kind: 'stored' } & ImageFile);

/** The files of images in the media store. */
export function listImageFiles(images: readonly KeptImage[]): ImageFile[] {
  return images.flatMap((image) => (image.kind === 'stored' ? [image] : (image.copy ?? [])));
}

export type VideoFormat = RequestFormatOf<'video'>;

/** The video that a remix is based on. */
export interface RemixSource extends StartedVideo {
  /** The name of the account that created it. Other accounts cannot use it. */
  account: string;
  upstreamModel: string;
}

export interface TaskRequest extends Omit<VideoRequest, 'images'> {
  images: readonly KeptImage[];
  /** The client's wire format. Undefined in tasks from before this was stored. */
  format?: VideoFormat;
  /** The session of an agent, if the client sends one. */
  sessionId?: string;
  /** The client. Undefined if the task was retried in the console, and in tasks from before this was stored. */
  client?: ClientFacts | undefined;
  /** The trace context of the client's request. */
  traceparent?: string | undefined;
  /** The id of the task that this one retries. */
  retryOf?: string;
  /** The id of the task whose video this one remixes. */
  remixOf?: string;
  /** The video of that task. */
  source?: RemixSource;
}

/** The video in the media store. */
export interface TaskResult extends VideoFacts {
  id: string;
  extension: string;
  sizeBytes: number;
}

export interface TaskFailure {
  code: number;
  message: string;
  /** The outcome in usage, if it is more exact than the code. Not sent to clients. */
  outcome?: string;
  /** The status and the error of the upstream's response. Not sent to clients. */
  status?: number;
  error?: AttemptError;
}

export interface VideoTask {
  id: string;
  owner: string;
  tokenId: string;
  model: string;
  request: TaskRequest;
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
  /** The price of the model when the task was accepted. */
  price?: ModelPrice;
  heldMicroUsd: number;
  /** The budget accounts that pay besides that of the token. */
  otherBudgetAccounts: readonly string[];
  costMicroUsd?: number;
  webhookUrl?: string;
  result?: TaskResult;
  error?: TaskFailure;
  createdAt: Date;
  updatedAt: Date;
  startedAt?: Date;
  finishedAt?: Date;
  /** The time of the database when the row was read. Decisions use only this clock. */
  readAt: Date;
}

export function isFinished({ status }: Pick<VideoTask, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}
