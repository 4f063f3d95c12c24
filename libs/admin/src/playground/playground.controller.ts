import { PlaygroundTokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { TableChanges } from '#database';
import { authorizeChange } from '#rights';
import { HttpCode, Post } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { type UserCaller } from '../session/session.service.js';
import { PlaygroundTokenView } from './playground.dto.js';

@AdminController('/api/playground')
export class PlaygroundController {
  constructor(
    private readonly tokens: PlaygroundTokenRepository,
    private readonly changes: TableChanges,
  ) {}

  @Post('token')
  @HttpCode(200)
  @AdminAccess('user')
  @Described({
    summary: 'Create a token for the playground',
    description:
      'Valid for one hour and no longer than the session; signing out revokes it. It has the permissions of the user and is not listed.',
    response: PlaygroundTokenView,
  })
  async issue(@CurrentCaller() { principal }: UserCaller): Promise<PlaygroundTokenView> {
    const { email, sessionId } = principal;
    const change = { kind: 'playground-token', before: undefined, after: { owner: email } } as const;
    const issued = await this.tokens.issue(authorizeChange(principal, change), sessionId, new Date());
    if (issued === undefined) {
      throw new GatewayError('expired-token', 'The session has expired. Sign in again.', {
        code: 'session_over',
      });
    }
    // The token must be valid for the next request of the client.
    await this.changes.reloadRow('tokens', issued.tokenId);
    return { key: issued.key, expires_at: issued.expiresAt.toISOString(), owner: email };
  }
}
