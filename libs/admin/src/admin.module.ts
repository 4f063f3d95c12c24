import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccessModule, SignIn } from '#access';
import { AdmissionModule } from '#admission';
import { AuditLog } from '#audit';
import { CatalogModule } from '#catalog';
import { CredentialsModule } from '#credentials';
import { Database, DatabaseModule } from '#database';
import { EgressModule } from '#egress';
import { HttpEdgeModule } from '#http-edge';
import { MediaModule } from '#media';
import { PricesModule } from '#metering';
import { ModelsModule } from '#models';
import { ModelRulesModule, RecordedContentRepository, ShownModelsModule } from '#relay';
import { SecretsModule } from '#secrets';
import { VideoTasksModule } from '#video-tasks';
import { DeliveryListRepository } from '#webhooks';
import { AdminDeclarations } from './access/admin-declarations.js';
import { AdminGuard } from './access/admin.guard.js';
import { Credentials } from './access/credentials.js';
import { AdminTokensController } from './admin-tokens/admin-tokens.controller.js';
import { AdminTokensService } from './admin-tokens/admin-tokens.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { AuditTrail } from './audit/audit-trail.js';
import { ChannelProbe } from './channel-probe/channel-probe.js';
import { ChannelChecks } from './channels/channel-checks.service.js';
import { ChannelKnowledge } from './channels/channel-knowledge.service.js';
import { AccountModelsService } from './channels/check/account-models.service.js';
import { ChannelDraftChecks } from './channels/check/channel-draft-checks.service.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsService } from './channels/channels.service.js';
import { ConfigFileController } from './config-file/config-file.controller.js';
import { ConfigFileService } from './config-file/config-file.service.js';
import { HealthController } from './health/health.controller.js';
import { HealthRepository } from './health/health.repository.js';
import { HealthService } from './health/health.service.js';
import { ModelCatalogController } from './model-catalog/model-catalog.controller.js';
import { ModelCatalogService } from './model-catalog/model-catalog.service.js';
import { ModelChanges } from './models/model-changes.service.js';
import { ModelKnowledge } from './models/model-knowledge.service.js';
import { ModelsController } from './models/models.controller.js';
import { ModelsService } from './models/models.service.js';
import { PlaygroundController } from './playground/playground.controller.js';
import { OwnersController } from './owners/owners.controller.js';
import { OwnersService } from './owners/owners.service.js';
import { ProvidersController } from './providers/providers.controller.js';
import { RequestContentController } from './requests/request-content.controller.js';
import { RequestContentService } from './requests/request-content.service.js';
import { RequestExportsController } from './requests/request-exports.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import { RequestsService } from './requests/requests.service.js';
import { OwnThingsSearch } from './search/own-things-search.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { LockoutTrail } from './session/lockout-trail.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { TasksController } from './tasks/tasks.controller.js';
import { TaskTokens } from './tasks/task-tokens.js';
import { TasksService } from './tasks/tasks.service.js';
import { MemberTokenLimit } from './tokens/member-token-limit.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageService } from './usage/usage.service.js';
import { UserSessionsController } from './users/user-sessions.controller.js';
import { UserSessionsService } from './users/user-sessions.service.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';
import { WebhookDeliveriesController } from './webhook-deliveries/webhook-deliveries.controller.js';
import { WebhookDeliveriesService } from './webhook-deliveries/webhook-deliveries.service.js';

/** One controller for each noun. */
const CONTROLLERS = [
  SessionController,
  UsersController,
  UserSessionsController,
  OwnersController,
  AdminTokensController,
  TokensController,
  PlaygroundController,
  ChannelsController,
  ProvidersController,
  ModelsController,
  ModelCatalogController,
  TasksController,
  RequestsController,
  RequestExportsController,
  RequestContentController,
  UsageController,
  WebhookDeliveriesController,
  SettingsController,
  ConfigFileController,
  AuditController,
  HealthController,
  SearchController,
];

/** What the nouns work with, one line for each. */
const SERVICES: Provider[] = [
  SessionService,
  UsersService,
  UserSessionsService,
  AdminTokensService,
  TokensService,
  OwnersService,
  MemberTokenLimit,
  ChannelsService,
  ChannelKnowledge,
  ChannelChecks,
  ChannelDraftChecks,
  AccountModelsService,
  ChannelProbe,
  ModelChanges,
  ModelKnowledge,
  ModelsService,
  ModelCatalogService,
  TaskTokens,
  TasksService,
  RequestsService,
  RequestContentService,
  RecordedContentRepository,
  UsageService,
  WebhookDeliveriesService,
  DeliveryListRepository,
  SettingsService,
  ConfigFileService,
  AuditService,
  HealthService,
  HealthRepository,
  OwnThingsSearch,
  SearchService,
];

/** The admin API: everything under /api. */
@Module({
  imports: [
    AccessModule,
    AdmissionModule,
    CatalogModule,
    CredentialsModule,
    DatabaseModule,
    DiscoveryModule,
    EgressModule,
    HttpEdgeModule,
    MediaModule,
    ModelRulesModule,
    ModelsModule,
    PricesModule,
    SecretsModule,
    ShownModelsModule,
    VideoTasksModule,
  ],
  controllers: CONTROLLERS,
  providers: [
    AuditLog,
    LockoutTrail,
    {
      provide: SignIn,
      inject: [Database, LockoutTrail],
      useFactory: (database: Database, lockouts: LockoutTrail) =>
        new SignIn(database, { onLockout: (lockout) => void lockouts.record(lockout) }),
    },
    Credentials,
    AdminGuard,
    AdminDeclarations,
    AuditTrail,
    ...SERVICES,
  ],
  exports: [AdminGuard],
})
export class AdminModule {
  /** `imports` are of a process that serves model requests, which knows more. */
  static register({ imports }: Pick<DynamicModule, 'imports'>): DynamicModule {
    return { module: AdminModule, imports };
  }
}
