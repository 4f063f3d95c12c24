import type { Account } from '../account.js';
import { getJsonBody } from '../bodies/json-body.js';
import { asText, type Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { Service } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { createFaultReply, isMadeInSpiteOf, statusFaultReply } from './fault-replies.js';
import { getRequestVideo, linkTo } from './get-request-video.js';
import type { Video, VideoState } from './video.js';

/** One of the calls of video services. */
export type VendorRoute =
  | { call: 'create' | 'list' }
  | { call: 'status' | 'cancel'; id: string }
  /** The location of a file. */
  | { call: 'lookup'; fileName: string };

/** The properties of a video service. */
export interface VideoVendor
  extends Pick<Service, 'refusal' | 'failure'>, Partial<Pick<Service, 'identify'>> {
  /** Throws a `Refused` for an unknown path. */
  toRoute(request: ReceivedRequest): VendorRoute;
  /** The key of the account; throws a `Refused` if there is none. */
  getKey(request: ReceivedRequest, account: Account): string;
  /** Throws a `Refused` if the service would not make this video. */
  checkSubmission(body: Fields, request: ReceivedRequest): void;
  /** Whether only a queued video can be cancelled. */
  cancelsOnlyQueued?: boolean;
  getModel?(body: Fields, request: ReceivedRequest): unknown;
  getPrompt?(body: Fields): unknown;
  toId?(fileName: string, request: ReceivedRequest): string;
  toStarted(video: Video): object;
  /** The response about a video; `link` makes a link to its file. */
  toReport(video: Video, state: VideoState, link: () => string): object;
  /** The same with an unknown state, if states are names. */
  toUnknown?(video: Video): object;
  /** A page of the account's videos, newest first. Throws a `Refused` for an unknown page. */
  toList?(videos: readonly Video[], request: ReceivedRequest): object;
  toLookup?(video: Video, link: string): object;
}

const QUEUED: VideoState = { status: 'queued', progress: 0 };

/** A video service that accepts JSON, is polled and returns links. */
export function vendorVideos(vendor: VideoVendor): Service {
  return {
    credentialHeaders: ['authorization'],
    headers: () => ({}),
    ...(vendor.identify && { identify: vendor.identify }),
    refusal: vendor.refusal,
    failure: vendor.failure,
    check(request, account) {
      const route = vendor.toRoute(request);
      vendor.getKey(request, account);
      if (route.call === 'create') vendor.checkSubmission(getJsonBody(request), request);
      else if (!isOfAccount(route)) {
        const video = findVideo(vendor, route, request, account);
        if (route.call === 'cancel' && vendor.cancelsOnlyQueued) refuseBegun(account.videos.getState(video));
      }
    },
    reply(request, account) {
      const { videos } = account;
      const route = vendor.toRoute(request);
      if (route.call === 'create') {
        const fault = videos.takeFault('create');
        if (fault && isMadeInSpiteOf(fault)) submittedBy(vendor, request, account);
        return fault && createFaultReply(fault, {});
      }
      const fault = route.call === 'status' ? videos.takeFault('status') : undefined;
      if (!fault || route.call !== 'status') return undefined;
      const video = findVideo(vendor, route, request, account);
      const queued = vendor.toReport(video, QUEUED, () => '');
      return statusFaultReply(fault, { queued, unknown: vendor.toUnknown?.(video) ?? queued });
    },
    answer: (request, account) => wholeAnswer(getAnswer(vendor, request, account)),
  };
}

function refuseBegun({ status }: VideoState): void {
  if (status === 'queued') return;
  throw new Refused('The task has begun and cannot be cancelled.', { status: 400 });
}

function getAnswer(vendor: VideoVendor, request: ReceivedRequest, account: Account): object {
  const { videos } = account;
  const route = vendor.toRoute(request);
  if (route.call === 'create') return vendor.toStarted(submittedBy(vendor, request, account));
  if (isOfAccount(route)) {
    const listed = videos.listed(vendor.getKey(request, account)).toReversed();
    return vendor.toList?.(listed, request) ?? {};
  }
  const video = findVideo(vendor, route, request, account);
  if (route.call === 'lookup') return vendor.toLookup?.(video, createLink(video, request, account)) ?? {};
  if (route.call === 'cancel') video.cancelledAtMs = Date.now();
  return vendor.toReport(video, videos.getState(video), () => createLink(video, request, account));
}

function isOfAccount(route: VendorRoute): route is Extract<VendorRoute, { call: 'create' | 'list' }> {
  return route.call === 'create' || route.call === 'list';
}

/** A link may have expired when it is opened: then another poll returns a new one. */
function createLink(video: Video, request: ReceivedRequest, account: Account): string {
  const link = linkTo(video, request, account);
  return account.videos.takeFault('content') === 'expired'
    ? link.replace('/files/', '/files/expired-')
    : link;
}

function submittedBy(vendor: VideoVendor, request: ReceivedRequest, account: Account): Video {
  const body = getJsonBody(request);
  return getRequestVideo(request, account, {
    apiKey: vendor.getKey(request, account),
    model: asText(vendor.getModel?.(body, request) ?? body.model),
    prompt: asText(vendor.getPrompt?.(body) ?? body.prompt ?? ''),
    body: { ...body, path: request.route },
    getId: (fileName) => vendor.toId?.(fileName, request) ?? fileName,
  });
}

function findVideo(
  vendor: VideoVendor,
  route: Extract<VendorRoute, { id: string } | { fileName: string }>,
  request: ReceivedRequest,
  account: Account,
): Video {
  const key = vendor.getKey(request, account);
  const video =
    'id' in route ? account.videos.find(route.id, key) : account.videos.findByFile(route.fileName, key);
  if (video) return video;
  throw new Refused('There is no such task.', { status: 404 });
}

/** A number in the query; throws a `Refused` if it is not an allowed one. */
export function getQueryNumber(
  { query }: ReceivedRequest,
  name: string,
  range: [from: number, to: number],
): number {
  const [from, to] = range;
  const value = Number(query.get(name) ?? from);
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new Refused(`${name} must be from ${from} to ${to}.`, { path: [name] });
}

/** The bearer key, if the account has it. */
export function getBearer({ headers }: ReceivedRequest, { apiKeys }: Account): string {
  const key = apiKeys.find((one) => headers.authorization === `Bearer ${one}`);
  if (key === undefined) throw new Refused('The credentials are not valid.', { status: 401 });
  return key;
}

/** Rejects unknown members. */
export function checkNames(body: Fields, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Refused(`${unknown} is not supported.`, { path: [unknown] });
}

/** Rejects a member with another value; it may be absent. */
export function checkValues(body: Fields, allowed: Readonly<Record<string, readonly unknown[]>>): void {
  for (const [name, values] of Object.entries(allowed)) {
    const value = body[name];
    if (value === undefined || values.includes(value)) continue;
    throw new Refused(`${name} must be one of ${values.join(', ')}.`, { path: [name] });
  }
}

/** An image as a link or, if the service allows that, as a data URL. */
export function checkImage(value: unknown, name: string, { dataUrls = true } = {}): void {
  const isLink = typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
  const isData = typeof value === 'string' && /^data:image\/(png|jpeg|webp);base64,[\w+/]+=*$/.test(value);
  if (isLink || (dataUrls && isData)) return;
  throw new Refused(`${name} must be ${dataUrls ? 'a link or a data URL' : 'a link'}.`, { path: [name] });
}
