import { Controller, Post, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Access } from '#http-edge';
import { type RouteHints, parseModelPath } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';
import { TokenCounts } from './token-counts.js';
import { VideoOperations } from './video/video-operations.js';

/** The model and the method are in the path: `models/NAME:method`. */
@Controller()
@Access('token')
export class GenerateContentController {
  constructor(
    private readonly requests: ModelRequests,
    private readonly counts: TokenCounts,
    private readonly videos: VideoOperations,
  ) {}

  @Post(['/v1beta/models/*', '/v1/models/*', '/v1alpha/models/*'])
  async call(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { model, verb } = parseModelPath((request.params as { '*': string })['*']);
    const hints: RouteHints = { model, query: request.query as Record<string, unknown> };
    switch (verb) {
      case 'generateContent':
        return this.requests.relay('gemini-generate-content', request, reply, {
          ...hints,
          isStreamed: false,
        });
      case 'streamGenerateContent':
        return this.requests.relay('gemini-generate-content', request, reply, {
          ...hints,
          isStreamed: true,
        });
      case 'countTokens':
        return this.counts.respond('gemini-generate-content', request, reply, { hints });
      case 'embedContent':
        return this.requests.serve('gemini-embed-content', request, reply, hints);
      case 'batchEmbedContents':
        return this.requests.serve('gemini-batch-embed-contents', request, reply, hints);
      case 'predictLongRunning':
        return this.startVideo(model, request, reply);
      default:
        throw new GatewayError(
          'unknown-path',
          `The method "${verb.slice(0, 64)}" is not supported for models.`,
        );
    }
  }

  private async startVideo(model: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const operation = await this.videos.start(model, request, reply);
    await reply.status(200).send(operation);
  }
}
