import { PlaygroundTokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { TableChanges } from '#database';
import { authorizeChange } from '#rights';
import { HttpCode, Post } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking } from '../access/caller.js';
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
    summary: 'Get a token for the playground',
    description:
      'Good for an hour, and no longer than the session: signing out ends it. It may use what the person may use, and is in no list of tokens.',
    answer: PlaygroundTokenView,
  })
  async issue(@Asking() { principal }: UserCaller): Promise<PlaygroundTokenView> {
    const { email, sessionId } = principal;
    const wanted = { kind: 'playground-token', before: undefined, after: { owner: email } } as const;
    const issued = await this.tokens.issue(authorizeChange(principal, wanted), sessionId, new Date());
    if (issued === undefined) {
      throw new GatewayError('expired-token', 'This session is over. Sign in again.', {
        code: 'session_over',
      });
    }
    // Whoever has the token may rely on it with the next request.
    await this.changes.readNow('tokens', issued.tokenId);
    return { key: issued.key, expires_at: issued.expiresAt.toISOString(), owner: email };
  }
}
