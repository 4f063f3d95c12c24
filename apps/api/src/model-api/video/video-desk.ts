import { type Form, GatewayError, type JsonObject } from '#canonical';
import { type PublicFetcher } from '#egress';
import { type Acceptance, type Accepted, type VideoTasks } from '#video-tasks';
import { type AskedVideo } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type BodyLimits, tokenOf } from '../model-requests.js';
import { checkLinks } from './check-links.js';
import { type ImageShelf } from './image-shelf.js';
import { readRepetition } from './read-repetition.js';
import { receiveVideo } from './received-video.js';

export interface VideoDeskParts {
  tasks: Pick<VideoTasks, 'accept'>;
  shelf: ImageShelf;
  fetcher: Pick<PublicFetcher, 'isAllowed'>;
  limits: BodyLimits;
}

/** One of the ways to ask for a film. */
export interface VideoCounter {
  route: string;
  decode: (content: JsonObject | Form) => AskedVideo;
}

const REPLAYED = { 'by-key': 'true', 'by-retry': 'auto' } as const;

/** Takes requests for films, however they are written. */
export class VideoDesk {
  constructor(private readonly parts: VideoDeskParts) {}

  /** Once this resolves the film will be made, or said to have failed: nothing may go wrong with the answer any more. */
  async take(
    { route, decode }: VideoCounter,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Accepted> {
    const token = tokenOf(request);
    const repetition = readRepetition(request.headers);
    const { content, identify, dispose } = await receiveVideo(request, reply, this.parts.limits);
    try {
      const asked = decode(content);
      request.exchange.record.model = asked.request.model;
      await checkLinks(asked, this.parts.fetcher);
      const accepted = await this.accept(asked, {
        token,
        route,
        body: await identify(),
        ...repetition,
      });
      if (accepted.replayed !== false) void reply.header('idempotent-replayed', REPLAYED[accepted.replayed]);
      return accepted;
    } finally {
      await dispose();
    }
  }

  private async accept(
    { request, images, webhookUrl }: AskedVideo,
    circumstances: Omit<Acceptance, 'request' | 'webhookUrl'>,
  ): Promise<Accepted> {
    const { tasks, shelf } = this.parts;
    const kept = await shelf.keep(images);
    try {
      const accepted = await tasks.accept({
        ...circumstances,
        request: { ...request, images: kept },
        webhookUrl: webhookUrl ?? circumstances.token.webhookUrl,
      });
      if (accepted.replayed !== false) await shelf.discard(kept);
      return accepted;
    } catch (error) {
      if (isRefusal(error)) await shelf.discard(kept);
      throw error;
    }
  }
}

/** Anything else may have happened after the task was written down, and then its pictures are needed. */
function isRefusal(error: unknown): boolean {
  return error instanceof GatewayError;
}
