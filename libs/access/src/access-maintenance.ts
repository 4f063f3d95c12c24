import { Maintenance } from '#jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ClientSecretRepository } from './client-secret.repository.js';
import { SignInMaintenance } from './sign-in/sign-in-maintenance.js';
import { ACCESS_TABLES } from './table-retention.js';
import { TokenRepository } from './token.repository.js';

/** Disables or deletes tokens, keys, sessions and client secrets that have expired. */
@Injectable()
export class AccessMaintenance implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly tokens: TokenRepository,
    private readonly signIns: SignInMaintenance,
    private readonly clientSecrets: ClientSecretRepository,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({
      tables: ACCESS_TABLES,
      tasks: [
        async (now) => ({ expiredTokens: await this.tokens.disableExpired(now) }),
        async (now) => ({ endedOldKeys: await this.tokens.deleteOldKeys(now) }),
        async (now) => ({ ...(await this.signIns.run(now)) }),
        async (now) => ({ expiredClientSecrets: await this.clientSecrets.deleteExpired(now) }),
      ],
    });
  }
}
