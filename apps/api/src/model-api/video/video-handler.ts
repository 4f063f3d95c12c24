import { type IncomingHttpHeaders } from 'node:http';
import { type Form, GatewayError, type JsonObject } from '#canonical';
import { type PublicFetcher } from '#egress';
import { type PolicyService, flaggedHeader, readSessionId } from '#relay';
import { type Acceptance, type Accepted, type VideoFormat, type VideoTasks } from '#video-tasks';
import { type DecodedVideoRequest, JsonRequest, completeRemix } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Drain, readJsonBody } from '#http-edge';
import { readIdempotencyKey } from '#idempotency';
import { ClientConnection } from '../../http/client-connection.js';
import { type BodyLimits } from '../../http/body-limits.js';
import { type Admissions } from '../../http/admissions.js';
import { getAdmitted } from '../get-admitted.js';
import { getToken } from '../get-token.js';
import { type ImageInputStore } from './image-input-store.js';
import { getFormBytes, readForm } from '../../http/form/read-form.js';
import { digestForm } from '../../http/form/form-digest.js';

/** A request for a video, in a form or in JSON. */
interface ReceivedVideo {
  content: JsonObject | Form;
  bytes: number;
  /** By which it is known again. */
  identify: () => Promise<Uint8Array>;
  /** To be called when the request is over, however it went. */
  dispose: () => Promise<void>;
}

export interface VideoHandlerOptions {
  tasks: Pick<VideoTasks, 'accept' | 'check' | 'find' | 'getRemixSource'>;
  inputs: ImageInputStore;
  fetcher: Pick<PublicFetcher, 'isAllowed'>;
  policies: Pick<PolicyService, 'applyToContent'>;
  drain: Drain;
  limits: BodyLimits;
  admissions: Pick<Admissions, 'reserve'>;
}

/** One of the ways to ask for a video. */
export interface VideoCounter {
  route: string;
  format: VideoFormat;
  decode: (content: JsonObject | Form) => DecodedVideoRequest;
  /** The id of the task whose video the new one starts from. */
  remixOf?: string;
}

const REPLAYED = { 'by-key': 'true', 'by-retry': 'auto' } as const;

/** Takes requests for videos, however they are written. */
export class VideoHandler {
  constructor(private readonly parts: VideoHandlerOptions) {}

  /**
   * Once this resolves the video will be made, or said to have failed: nothing may go wrong with the answer any more.
   */
  async take(
    { route, format, decode, remixOf }: VideoCounter,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Accepted> {
    const token = getToken(request);
    const repetition = readRepetition(request.headers);
    const sessionId = readSessionId(request.headers);
    const video = await receiveVideo(request, reply, this.parts.limits);
    const { content: received, identify, dispose } = video;
    try {
      await this.parts.admissions.reserve(request, reply, video.bytes);
      const original = remixOf === undefined ? undefined : await this.parts.tasks.find(token, remixOf);
      const content = original === undefined ? received : completeRemix(received, original);
      const { model: named } = decode(content).request;
      const { record } = request.exchange;
      Object.assign(record, { operation: 'video', format, model: named, sessionId });
      record.model = this.parts.tasks.check(getAdmitted(request), named);
      const source = original === undefined ? undefined : this.parts.tasks.getRemixSource(original);
      const kept = await this.keepToPolicies(format, content, request, reply);
      const asked = decode(kept);
      await checkLinks(asked, this.parts.fetcher);
      const accepted = await this.accept(
        asked,
        {
          format,
          sessionId,
          ...(source === undefined ? {} : { remixOf, source }),
        },
        {
          admitted: getAdmitted(request),
          route,
          body: await identify(),
          ...repetition,
        },
      );
      if (accepted.replayed !== false) void reply.header('idempotent-replayed', REPLAYED[accepted.replayed]);
      return accepted;
    } finally {
      await dispose();
    }
  }

  private async keepToPolicies<Content extends JsonObject | Form>(
    format: VideoCounter['format'],
    content: Content,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Content> {
    const { policies, drain } = this.parts;
    const { record } = request.exchange;
    const { signal } = new ClientConnection(reply, drain.signal);
    const { body, warnings } = await policies.applyToContent(format, content, {
      admitted: getAdmitted(request),
      requestId: request.id,
      sessionId: record.sessionId,
      record,
      signal,
      isStrict: request.headers['x-modelgate-strict'] === 'true',
    });
    if (warnings.length > 0) void reply.header('x-modelgate-warnings', warnings.join(', '));
    void reply.headers(flaggedHeader(record.flagged ?? []));
    return body;
  }

  private async accept(
    { request, images, webhookUrl }: DecodedVideoRequest,
    origin: Pick<Acceptance['request'], 'format' | 'sessionId' | 'remixOf' | 'source'>,
    circumstances: Omit<Acceptance, 'request' | 'webhookUrl'>,
  ): Promise<Accepted> {
    const { tasks, inputs } = this.parts;
    const { token } = circumstances.admitted;
    const kept = await inputs.keep(images, token.owner);
    try {
      const accepted = await tasks.accept({
        ...circumstances,
        request: { ...request, images: kept, ...origin },
        webhookUrl: webhookUrl ?? token.webhookUrl,
      });
      if (accepted.replayed !== false) await inputs.discard(kept);
      return accepted;
    } catch (error) {
      if (isRefusal(error)) await inputs.discard(kept);
      throw error;
    }
  }
}

/** Anything else may have happened after the task was written down, and then its images are needed. */
function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError;
}

/** What a client says about whether it has asked before. */
function readRepetition(headers: IncomingHttpHeaders): Pick<Acceptance, 'idempotencyKey' | 'retryCount'> {
  const idempotencyKey = readIdempotencyKey(headers);
  const { 'x-stainless-retry-count': retryCount } = headers;
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(typeof retryCount === 'string' && /^\d{1,3}$/.test(retryCount)
      ? { retryCount: Number(retryCount) }
      : {}),
  };
}

/** Refuses a request with an address that may not be called, by whatever of its parts names it. */
async function checkLinks(
  { images, webhookUrl }: DecodedVideoRequest,
  fetcher: Pick<PublicFetcher, 'isAllowed'>,
): Promise<void> {
  const links = images.flatMap((image) => (image.kind === 'url' ? [[image.param, image.url] as const] : []));
  if (webhookUrl !== undefined) links.push(['webhook_url', webhookUrl]);
  await Promise.all(
    links.map(async ([param, url]) => {
      if (!(await fetcher.isAllowed(url))) throw notAllowed(param);
    }),
  );
}

function notAllowed(param: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" resolves to an address that is not allowed.`, {
    param,
    code: 'url_not_allowed',
  });
}

async function receiveVideo(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxJsonBytes, maxUploadBytes, spoolFolder, memory, disk }: BodyLimits,
): Promise<ReceivedVideo> {
  if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    const received = await readForm(request, reply, { maxBytes: maxUploadBytes, spoolFolder, disk });
    const { form } = received;
    const bytes = getFormBytes(form);
    return { content: form, bytes, identify: () => digestForm(form), dispose: () => received.dispose() };
  }
  const body = await readJsonBody(request, reply, { maxBytes: maxJsonBytes, memory });
  return {
    content: (await JsonRequest.read(body)).json,
    bytes: body.length,
    identify: async () => body,
    dispose: async () => undefined,
  };
}
