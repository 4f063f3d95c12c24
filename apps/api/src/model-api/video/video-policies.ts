import { type Form, type JsonObject } from '#canonical';
import { Drain } from '#http-edge';
import { PolicyService, flaggedHeader } from '#relay';
import { type VideoFormat } from '#video-tasks';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../../http/client-connection.js';
import { getAdmitted } from '../get-admitted.js';

/** Applies the policies to video requests. */
@Injectable()
export class VideoPolicies {
  constructor(
    private readonly policies: PolicyService,
    private readonly drain: Drain,
  ) {}

  async apply<Content extends JsonObject | Form>(
    format: VideoFormat,
    content: Content,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Content> {
    const { policies, drain } = this;
    const { record } = request.requestContext;
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
}
