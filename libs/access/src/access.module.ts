import { DatabaseModule, TableChanges } from '#database';
import { JobsModule } from '#jobs';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessMaintenance } from './access-maintenance.js';
import { AdminTokenRepository } from './admin-tokens/admin-token.repository.js';
import { ClientSecretEntity } from './client-secret.entity.js';
import { ClientSecretRepository } from './client-secret.repository.js';
import { OwnerDirectory } from './owner-directory.js';
import { OwnerEntity } from './owner.entity.js';
import { OwnerListRepository } from './owner-list.repository.js';
import { OwnerRepository } from './owner.repository.js';
import { PlaygroundTokenRepository } from './playground-token.repository.js';
import { SessionDirectory } from './sessions/session-directory.js';
import { SignInMaintenance } from './sign-in/sign-in-maintenance.js';
import { StoredTokens } from './stored-tokens.js';
import { TokenEntity } from './token.entity.js';
import { TokenListRepository } from './token-list.repository.js';
import { TokenRepository } from './token.repository.js';
import { MemberLimitsRepository } from './users/member-limits.repository.js';
import { UserEntity } from './users/user.entity.js';
import { UserListRepository } from './users/user-list.repository.js';
import { UserRepository } from './users/user.repository.js';
import { WebhookSecrets } from './webhook-secrets.js';

/** Tokens, owners and users. A process that serves requests provides the `TokenDirectory` as well. */
@Module({
  imports: [
    DatabaseModule,
    JobsModule,
    SecretsModule,
    SettingsModule,
    TypeOrmModule.forFeature([ClientSecretEntity, OwnerEntity, TokenEntity, UserEntity]),
  ],
  providers: [
    AccessMaintenance,
    AdminTokenRepository,
    ClientSecretRepository,
    MemberLimitsRepository,
    OwnerDirectory,
    OwnerListRepository,
    OwnerRepository,
    PlaygroundTokenRepository,
    SessionDirectory,
    SignInMaintenance,
    StoredTokens,
    TokenListRepository,
    TokenRepository,
    UserListRepository,
    UserRepository,
    WebhookSecrets,
  ],
  exports: [
    AdminTokenRepository,
    ClientSecretRepository,
    OwnerDirectory,
    OwnerListRepository,
    OwnerRepository,
    PlaygroundTokenRepository,
    SessionDirectory,
    SignInMaintenance,
    StoredTokens,
    TokenListRepository,
    TokenRepository,
    UserListRepository,
    UserRepository,
    WebhookSecrets,
  ],
})
export class AccessModule implements OnModuleInit {
  constructor(
    private readonly changes: TableChanges,
    private readonly owners: OwnerDirectory,
  ) {}

  onModuleInit(): void {
    const reload = (): Promise<void> => this.owners.reload();
    this.changes.follow({ onChange: { owners: reload, users: reload }, reload });
  }
}
