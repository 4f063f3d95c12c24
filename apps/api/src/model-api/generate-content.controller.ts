import { Controller, Post, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Access } from '#http-edge';
import { type RouteHints, parseModelPath } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ModelRequests } from './model-requests.js';
import { TokenCounts } from './token-counts.js';

/** The model and what is asked of it stand in the path: `models/NAME:verb`. */
@Controller()
@Access('token')
export class GenerateContentController {
  constructor(
    private readonly requests: ModelRequests,
    private readonly counts: TokenCounts,
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
        return this.counts.answer('gemini-generate-content', request, reply, { hints });
      case 'embedContent':
        return this.requests.serve('gemini-embed-content', request, reply, hints);
      case 'batchEmbedContents':
        return this.requests.serve('gemini-batch-embed-contents', request, reply, hints);
      default:
        throw new GatewayError('unknown-path', `There is no verb "${verb.slice(0, 64)}" for models here.`);
    }
  }
}
