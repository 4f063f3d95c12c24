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

/** A route that creates videos, with the format of its requests. */
export interface VideoEndpoint {
  route: string;
  format: VideoFormat;
  decode: (content: JsonObject | Form) => DecodedVideoRequest;
  /** The id of the task whose video is remixed. */
  remixOf?: string;
}

const REPLAYED_HEADER = { 'by-key': 'true', 'by-retry': 'auto' } as const;

/** Creates video tasks from requests of all formats. */
@Injectable()
export class VideoHandler {
  constructor(
    private readonly reader: VideoReader,
    private readonly policies: VideoPolicies,
    private readonly inputs: ImageInputStore,
    private readonly fetcher: PublicFetcher,
    private readonly tasks: VideoTasks,
  ) {}

  /** Creates a task. After this resolves, the response must not fail, because the task will run. */
  async createTask(
    { route, format, decode, remixOf }: VideoEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Accepted> {
    const token = getToken(request);
    const retryHeaders = readRetryHeaders(request.headers);
    const sessionId = readSessionId(request.headers);
    const { content: receivedContent, identify, dispose } = await this.reader.read(request, reply);
    try {
      const original = remixOf === undefined ? undefined : await this.tasks.find(token, remixOf);
      const content = original === undefined ? receivedContent : completeRemix(receivedContent, original);
      const { model: requestedModel } = decode(content).request;
      const { record } = request.requestContext;
      Object.assign(record, { operation: 'video', format, model: requestedModel, sessionId });
      record.model = this.tasks.check(getAdmitted(request), requestedModel);
      const source = original === undefined ? undefined : this.tasks.getRemixSource(original);
      const checkedContent = await this.policies.apply(format, content, request, reply);
      const decoded = decode(checkedContent);
      await checkLinks(decoded, this.fetcher);
      const accepted = await this.accept(
        decoded,
        {
          format,
          sessionId,
          ...(source === undefined ? {} : { remixOf, source }),
        },
        {
          admitted: getAdmitted(request),
          route,
          body: await identify(),
          ...retryHeaders,
        },
      );
      if (accepted.replayed !== false)
        void reply.header('idempotent-replayed', REPLAYED_HEADER[accepted.replayed]);
      return accepted;
    } finally {
      await dispose();
    }
  }

  private async accept(
    { request, images, webhookUrl }: DecodedVideoRequest,
    origin: Pick<Acceptance['request'], 'format' | 'sessionId' | 'remixOf' | 'source'>,
    acceptance: Omit<Acceptance, 'request' | 'webhookUrl'>,
  ): Promise<Accepted> {
    const { tasks, inputs } = this;
    const { token } = acceptance.admitted;
    const storedImages = await inputs.storeAll(images, token.owner);
    try {
      const accepted = await tasks.accept({
        ...acceptance,
        request: { ...request, images: storedImages, ...origin },
        webhookUrl: webhookUrl ?? token.webhookUrl,
      });
      if (accepted.replayed !== false) await inputs.discard(storedImages);
      return accepted;
    } catch (error) {
      if (isRefusal(error)) await inputs.discard(storedImages);
      throw error;
    }
  }
}

/** Other errors may have occurred after the task was stored, which then needs its images. */
function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError;
}

/** Reads the headers that identify a repeated request. */
function readRetryHeaders(headers: IncomingHttpHeaders): Pick<Acceptance, 'idempotencyKey' | 'retryCount'> {
  const idempotencyKey = readIdempotencyKey(headers);
  const { 'x-stainless-retry-count': retryCount } = headers;
  return {
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(typeof retryCount === 'string' && /^\d{1,3}$/.test(retryCount)
      ? { retryCount: Number(retryCount) }
      : {}),
  };
}

/** Refuses a request if one of its URLs resolves to an address that must not be called. */
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
