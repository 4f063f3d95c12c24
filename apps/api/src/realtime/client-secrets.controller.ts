import { Controller, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { Access } from '#http-edge';
import { ClientSecrets, type SecretSettings } from '#realtime';
import { realtime } from '#wire';
import { ModelRequests } from '../model-api/model-requests.js';
import { getToken } from '../model-api/get-token.js';

type SecretEndpoint = Exclude<realtime.ClientSecretEndpoint, 'transcription_sessions'>;

interface Dialect {
  id: realtime.RealtimeDialect;
  modelParam: string;
}

const DIALECTS: Readonly<Record<SecretEndpoint, Dialect>> = {
  client_secrets: { id: 'ga', modelParam: 'session.model' },
  sessions: { id: 'beta', modelParam: 'model' },
};

/** Creates short-lived secrets, which servers give to browsers instead of their token. */
@Controller()
@Access('token')
export class ClientSecretsController {
  constructor(
    private readonly requests: ModelRequests,
    private readonly secrets: ClientSecrets,
  ) {}

  @Post('/v1/realtime/client_secrets')
  async createSecret(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.issue('client_secrets', request, reply);
  }

  /** The same in the beta version of the API. */
  @Post('/v1/realtime/sessions')
  async createSession(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.issue('sessions', request, reply);
  }

  private async issue(endpoint: SecretEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id, modelParam } = DIALECTS[endpoint];
    const body = await this.requests.readBody(request, reply);
    const { session, lifetimeSeconds } = await realtime.readClientSecretRequest(body, endpoint);
    const settings = requireConversation(session, modelParam);
    requireModelName(settings.model);
    request.requestContext.record.model = settings.model;
    const secret = await this.secrets.issue(getToken(request), settings, lifetimeSeconds);
    void reply.code(200).send(realtime.encodeClientSecret(secret, id));
  }
}

function requireConversation(
  session: realtime.SessionUpdate | undefined,
  modelParam: string,
): SecretSettings {
  if (session?.type === 'transcription') {
    throw new GatewayError(
      'invalid-value',
      '"session.type" must be "realtime": transcription sessions are not supported.',
      { param: 'session.type' },
    );
  }
  const model = session?.model;
  if (session === undefined || model === undefined) {
    throw new GatewayError('missing-parameter', `"${modelParam}" is required.`, { param: modelParam });
  }
  return { ...session, model };
}
