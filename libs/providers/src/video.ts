import { type Form, type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';

/** Where a call goes; what proves who we are is added to it. */
export interface VideoCall {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: JsonObject | Form;
}

/** What an address may depend on. */
export interface VideoPlace {
  baseUrl?: string;
  upstreamModel: string;
}

export interface VideoSubmission {
  request: VideoRequest;
  /** The same for every try of one task at one account: services that honour it make one video of two calls. */
  idempotencyKey: string;
}

/** A video that an upstream has taken on. */
export interface StartedVideo {
  upstreamId: string;
  /** What has to be known to ask for it again, beside its id. */
  memo?: JsonObject;
}

/** Why an upstream did not make a video. */
export type VideoFailureKind = 'rejected' | 'policy' | 'capacity' | 'quota' | 'cancelled' | 'failed';

export interface VideoReport {
  /** `unknown` is a word that nobody has explained to us: it is no failure. */
  state: 'queued' | 'in_progress' | 'completed' | 'failed' | 'unknown';
  /** 0 to 100. */
  progress?: number;
  /** When completed: a link that anybody may open, or a call that needs our key. */
  file?: { kind: 'link'; url: string } | { kind: 'call'; call: VideoCall };
  facts?: VideoFacts;
  /** When failed. */
  failure?: { kind: VideoFailureKind; message: string };
  /** What an unknown state was called. */
  word?: string;
}

/** A video in an upstream's own list. */
export interface ListedVideo extends StartedVideo {
  createdAtSeconds: number;
  model?: string;
  prompt?: string;
  durationSeconds?: number;
  size?: string;
}

/**
 * How an upstream makes videos. Pure: it says what to call and understands what comes back; whoever calls decides
 * when, and what a broken call means.
 */
export interface VideoCapability {
  /**
   * What helps when it is not known whether a submission arrived: `key`, it may be sent again under the same key;
   * `list`, what has arrived can be listed; `none`, nothing, so it is not sent again.
   */
  readonly signature: 'key' | 'list' | 'none';
  /** Where not every model of the service makes videos. */
  makes?(upstreamModel: string): boolean;
  /** Whether it opens no links, so that images have to be bytes. */
  readonly needsImageBytes?: boolean;
  /** Throws a GatewayError of kind `unsupported-parameter` for what changes the meaning. */
  start(submission: VideoSubmission, place: VideoPlace): VideoCall;
  /** Undefined where the answer names no video. */
  readStart(body: JsonObject): StartedVideo | undefined;
  status(started: StartedVideo, place: VideoPlace): VideoCall;
  readStatus(body: JsonObject, started: StartedVideo, place: VideoPlace): VideoReport;
  /** Undefined for a video that its upstream cannot be talked out of. */
  cancel?(started: StartedVideo, place: VideoPlace): VideoCall | undefined;
  list?(place: VideoPlace): VideoCall;
  /** Undefined where the answer is no list, or has entries that cannot be read: then it proves nothing. */
  readList?(body: JsonObject): ListedVideo[] | undefined;
  /** Whether a list has everything since a moment. Only then is a video that is not in it nowhere. */
  reachesBackTo?(body: JsonObject, seconds: number): boolean;
}
