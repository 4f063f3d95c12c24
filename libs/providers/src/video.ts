import { type Form, type JsonObject, type VideoFacts, type VideoRequest } from '#canonical';
import { type AccountPlace } from './account-place.js';

/** A request to the service, without authentication. */
export interface VideoCall {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  body?: JsonObject | Form;
}

/** The parameters of a request URL. */
export interface VideoPlace extends AccountPlace {
  upstreamModel: string;
}

export interface VideoSubmission {
  request: VideoRequest;
  /** The same for every attempt of one task with one account, so that services that support keys create one video. */
  idempotencyKey: string;
  /** The URL for callbacks of the service; undefined if the gateway cannot be reached. */
  callbackUrl?: string;
}

/** A video that an upstream has accepted. */
export interface StartedVideo {
  upstreamId: string;
  /** Data that later requests need besides the id. */
  memo?: JsonObject;
}

/** Why an upstream did not create a video. */
export type VideoFailureKind = 'rejected' | 'policy' | 'capacity' | 'quota' | 'cancelled' | 'failed';

export interface VideoReport {
  /** `unknown` is a state with an unknown name. It does not count as failure. */
  state: 'queued' | 'in_progress' | 'completed' | 'failed' | 'unknown';
  /** From 0 to 100. */
  progress?: number;
  /**
   * When completed: a public link, a call that requires the channel's key, a call that returns the link, or the file
   * itself.
   */
  file?:
    | { kind: 'link'; url: string }
    | { kind: 'call' | 'lookup'; call: VideoCall }
    | { kind: 'bytes'; base64: string };
  facts?: VideoFacts;
  /** When failed. */
  failure?: { kind: VideoFailureKind; message: string };
  /** The name of an unknown state. */
  word?: string;
  /** With `unknown`: the service has no such video, which others report with 404. */
  isMissing?: boolean;
}

/** An error of the service, with the equivalent HTTP status. */
export interface VideoRefusal {
  status: number;
  message?: string;
  /** It violates the policy of the service. */
  isPolicy?: boolean;
}

/** A video in the list of an upstream. */
export interface ListedVideo extends StartedVideo {
  createdAtSeconds: number;
  model?: string;
  prompt?: string;
  durationSeconds?: number;
  size?: string;
  /** The original video if this is a remix. */
  remixOf?: string;
  /** The idempotency key of the submission, if the service stores it. Then only the key identifies the video. */
  idempotencyKey?: string;
}

/** One page of the list of an upstream. */
export interface VideoListPage {
  videos: ListedVideo[];
  /** The call for the next page; undefined on the last page. */
  next?: VideoCall;
}

/**
 * How an upstream generates videos. All functions are pure: they build requests and read responses. The caller
 * decides when to send them, and what a failed request means.
 */
export interface VideoCapability {
  /**
   * What to do if the outcome of a submission is unknown: `key`, it can be sent again with the same key; `list`,
   * accepted submissions can be listed; `none`, it is not sent again.
   */
  readonly signature: 'key' | 'list' | 'none';
  /** For services that also have other models. */
  makes?(upstreamModel: string): boolean;
  /** The service downloads no URLs, so images must be bytes. */
  readonly needsImageBytes?: boolean;
  /** The service accepts only URLs, so the gateway's own images are sent as links to its file storage. */
  readonly needsImageLinks?: boolean;
  /** The maximum size of a response, for a service that includes the file. */
  readonly maxResponseBytes?: number;
  /** Throws a GatewayError of kind `unsupported-parameter` if omitting a parameter would change the video. */
  start(submission: VideoSubmission, place: VideoPlace): VideoCall;
  /** Undefined if the response names no video. `sent` is the request. */
  readStart(body: JsonObject, sent: VideoCall): StartedVideo | undefined;
  /** Creates a remix: another version of its video with a new prompt. */
  remix?(source: StartedVideo, submission: VideoSubmission, place: VideoPlace): VideoCall;
  status(started: StartedVideo, place: VideoPlace): VideoCall;
  readStatus(body: JsonObject, started: StartedVideo, place: VideoPlace): VideoReport;
  /** The link in the response to a lookup of the file; undefined if there is none. */
  readLookup?(body: JsonObject): string | undefined;
  /**
   * The error of a response, for services that report errors with status 200, or by codes that are more specific than
   * the status. Undefined if the status is sufficient.
   */
  readRefusal?(body: JsonObject, status: number): VideoRefusal | undefined;
  /** Undefined for a video that cannot be cancelled. */
  cancel?(started: StartedVideo, place: VideoPlace): VideoCall | undefined;
  /** The call for the first page of the list. */
  list?(place: VideoPlace, submission: { images: readonly unknown[] }): VideoCall;
  /** Undefined if the body is not a list, or has an entry that cannot be read: such a page is no evidence. */
  readList?(body: JsonObject, sent: VideoCall): VideoListPage | undefined;
  /** The list is ordered by time, newest first. Otherwise it is complete only with the last page. */
  readonly listsNewestFirst?: boolean;
}
