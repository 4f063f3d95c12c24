import { type Form, type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';
import { type AccountPlace } from './account-place.js';

/** Where a call goes; what proves who we are is added to it. */
export interface VideoCall {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: JsonObject | Form;
}

/** What an address may depend on. */
export interface VideoPlace extends AccountPlace {
  upstreamModel: string;
}

export interface VideoSubmission {
  request: VideoRequest;
  /** The same for every try of one task at one account: services that honour it make one video of two calls. */
  idempotencyKey: string;
  /** Where a service that calls back may say that the video has come further; absent where nobody could reach it. */
  callbackUrl?: string;
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
  /**
   * When completed: a link that anybody may open, a call that needs our key, a call that is answered with the link, or
   * the file itself.
   */
  file?:
    | { kind: 'link'; url: string }
    | { kind: 'call' | 'lookup'; call: VideoCall }
    | { kind: 'bytes'; base64: string };
  facts?: VideoFacts;
  /** When failed. */
  failure?: { kind: VideoFailureKind; message: string };
  /** What an unknown state was called. */
  word?: string;
  /** With `unknown`: this is how the service says what others say by 404, that it knows of no such video. */
  isMissing?: boolean;
}

/** What a service has refused or could not do, with the status by which HTTP says it. */
export interface VideoRefusal {
  status: number;
  message?: string;
  /** Whether it is against the rules of the service, whoever asks. */
  isPolicy?: boolean;
}

/** A video in an upstream's own list. */
export interface ListedVideo extends StartedVideo {
  createdAtSeconds: number;
  model?: string;
  prompt?: string;
  durationSeconds?: number;
  size?: string;
  /** What it calls the video that this one is another version of. */
  remixOf?: string;
  /** The key of its submission, where the service keeps it: then nothing else tells it apart. */
  idempotencyKey?: string;
}

/** One page of an upstream's list of videos. */
export interface VideoListPage {
  videos: ListedVideo[];
  /** The call for the next page; absent on the last page. */
  next?: VideoCall;
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
  /** Whether it takes nothing but links, so that images of ours are given as links to our store. */
  readonly needsImageLinks?: boolean;
  /** How long an answer may be, for a service that puts the file into it. */
  readonly maxAnswerBytes?: number;
  /** Throws a GatewayError of kind `unsupported-parameter` for what changes the meaning. */
  start(submission: VideoSubmission, place: VideoPlace): VideoCall;
  /** Undefined where the answer names no video. `sent` is the call that is answered. */
  readStart(body: JsonObject, sent: VideoCall): StartedVideo | undefined;
  /** Makes another version of a video that it has made, where it can: only the prompt is new. */
  remix?(source: StartedVideo, submission: VideoSubmission, place: VideoPlace): VideoCall;
  status(started: StartedVideo, place: VideoPlace): VideoCall;
  readStatus(body: JsonObject, started: StartedVideo, place: VideoPlace): VideoReport;
  /** The link in the answer to a lookup of the file; undefined where there is none. */
  readLookup?(body: JsonObject): string | undefined;
  /**
   * What is wrong, for a service that says so in a way of its own: in an answer of status 200, or by codes that tell
   * more than the status. Undefined where the answer is what its status says.
   */
  readRefusal?(body: JsonObject, status: number): VideoRefusal | undefined;
  /** Undefined for a video that its upstream cannot be talked out of. */
  cancel?(started: StartedVideo, place: VideoPlace): VideoCall | undefined;
  /** The call for the first page of its list. */
  list?(place: VideoPlace, submission: { images: readonly unknown[] }): VideoCall;
  /** Undefined where the body is no list or has an entry that cannot be read: such a page proves nothing. */
  readList?(body: JsonObject, sent: VideoCall): VideoListPage | undefined;
  /** Whether the list is ordered by time, newest first. Otherwise only the last page completes it. */
  readonly listsNewestFirst?: boolean;
}
