import { ClientSecretRepository, type Token, TokenDirectory, authenticate } from '#access';
import { GatewayError, type JsonObject } from '#canonical';
import { realtime } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { RealtimeRelay } from './realtime-relay.js';

/** The initial settings and the model of a session. */
export type SecretSettings = realtime.ConversationSessionUpdate & { model: string };

export interface SecretHolder {
  /** The token that issued the secret. */
  token: Token;
  settings: SecretSettings;
}

/** Short-lived secrets that allow a browser to open sessions with one model, and nothing else. */
@Injectable()
export class ClientSecrets {
  constructor(
    @Inject(ClientSecretRepository)
    private readonly secrets: Pick<ClientSecretRepository, 'create' | 'find'>,
    @Inject(TokenDirectory) private readonly tokens: Pick<TokenDirectory, 'findCurrent'>,
    @Inject(RealtimeRelay) private readonly relay: Pick<RealtimeRelay, 'plan'>,
  ) {}

  /** Throws if the token itself may not open such a session. */
  async issue(
    token: Token,
    settings: SecretSettings,
    lifetimeSeconds: number,
  ): Promise<realtime.ClientSecret> {
    const { secrets, relay } = this;
    const { model } = settings;
    relay.plan(token, model);
    const expiresAtSeconds = Math.floor(Date.now() / 1000) + lifetimeSeconds;
    const id = realtime.mintRealtimeId('sess');
    const opening = realtime.defaultSession({ id, model, expiresAt: expiresAtSeconds });
    const session = realtime.applySessionUpdate(opening, settings);
    const value = await secrets.create({
      tokenId: token.id,
      sessionKeyHash: token.sessionKeyHash,
      settings: settings as unknown as JsonObject,
      expiresAt: new Date(expiresAtSeconds * 1000),
    });
    return { value, expiresAtSeconds, session };
  }

  /** Finds the token of a secret. Throws if the secret is unknown or its token is not valid. */
  async authenticate(attempt: { credential: string; address: string; nowMs: number }): Promise<SecretHolder> {
    const { secrets, tokens } = this;
    const secret = await secrets.find(attempt.credential, new Date(attempt.nowMs));
    if (secret === undefined) {
      throw new GatewayError('unknown-token', 'This client secret is invalid or has expired.');
    }
    const token = authenticate(() => tokens.findCurrent({ ...secret, id: secret.tokenId }), attempt);
    return { token, settings: secret.settings as unknown as SecretSettings };
  }
}
