import { type IncomingHttpHeaders } from 'node:http';
import { type Form, GatewayError, type JsonObject } from '#canonical';
import { PublicFetcher } from '#egress';
import { readIdempotencyKey } from '#idempotency';
import { readSessionId } from '#relay';
import { type Acceptance, type Accepted, type VideoFormat, VideoTasks } from '#video-tasks';
import { type DecodedVideoRequest, completeRemix } from '#wire';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { getAdmitted } from '../get-admitted.js';
import { getToken } from '../get-token.js';
import { ImageInputStore } from './image-input-store.js';
import { VideoPolicies } from './video-policies.js';
import { VideoReader } from './video-reader.js';

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
@Injectable()
export class VideoHandler {
  constructor(
    private readonly reader: VideoReader,
    private readonly policies: VideoPolicies,
    private readonly inputs: ImageInputStore,
    private readonly fetcher: PublicFetcher,
    private readonly tasks: VideoTasks,
  ) {}

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
    const { content: received, identify, dispose } = await this.reader.read(request, reply);
    try {
      const original = remixOf === undefined ? undefined : await this.tasks.find(token, remixOf);
      const content = original === undefined ? received : completeRemix(received, original);
      const { model: named } = decode(content).request;
      const { record } = request.exchange;
      Object.assign(record, { operation: 'video', format, model: named, sessionId });
      record.model = this.tasks.check(getAdmitted(request), named);
      const source = original === undefined ? undefined : this.tasks.getRemixSource(original);
      const kept = await this.policies.apply(format, content, request, reply);
      const asked = decode(kept);
      await checkLinks(asked, this.fetcher);
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

  private async accept(
    { request, images, webhookUrl }: DecodedVideoRequest,
    origin: Pick<Acceptance['request'], 'format' | 'sessionId' | 'remixOf' | 'source'>,
    circumstances: Omit<Acceptance, 'request' | 'webhookUrl'>,
  ): Promise<Accepted> {
    const { tasks, inputs } = this;
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
