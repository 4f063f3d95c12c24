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
import { JobsModule } from '#jobs';
import { MediaModule } from '#media';
import { PricesModule, RefusalsModule } from '#metering';
import { ModelsModule } from '#models';
import { ModelRulesModule, RecordedContentRepository, RefusalRecorder, ShownModelsModule } from '#relay';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { VideoTasksModule } from '#video-tasks';
import { DeliveryListRepository } from '#webhooks';
import { AdminDeclarations } from './access/admin-declarations.js';
import { AdminGuard } from './access/admin.guard.js';
import { CallerAuthenticator } from './access/caller-authenticator.js';
import { AdminTokensController } from './admin-tokens/admin-tokens.controller.js';
import { AdminTokensService } from './admin-tokens/admin-tokens.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { AuditTrail } from './audit/audit-trail.js';
import { BudgetStatesService } from './budgets/budget-states.service.js';
import { BudgetsController } from './budgets/budgets.controller.js';
import { ChannelProbe } from './channel-probe/channel-probe.js';
import { ChannelChecks } from './channels/channel-checks.service.js';
import { ChannelFactsLoader } from './channels/channel-facts.service.js';
import { AccountModelsService } from './channels/check/account-models.service.js';
import { ChannelDraftChecks } from './channels/check/channel-draft-checks.service.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsService } from './channels/channels.service.js';
import { ConfigFileController } from './config-file/config-file.controller.js';
import { ConfigFileService } from './config-file/config-file.service.js';
import { FormsController } from './forms/forms.controller.js';
import { HealthController } from './health/health.controller.js';
import { HealthRepository } from './health/health.repository.js';
import { HealthService } from './health/health.service.js';
import { ModelCatalogController } from './model-catalog/model-catalog.controller.js';
import { ModelCatalogService } from './model-catalog/model-catalog.service.js';
import { ModelChanges } from './models/model-changes.service.js';
import { ModelViews } from './models/model-views.service.js';
import { ModelsController } from './models/models.controller.js';
import { ModelsService } from './models/models.service.js';
import { PlaygroundController } from './playground/playground.controller.js';
import { OwnersController } from './owners/owners.controller.js';
import { OwnerLimitsService } from './owners/owner-limits.service.js';
import { OwnersService } from './owners/owners.service.js';
import { ProvidersController } from './providers/providers.controller.js';
import { RequestContentController } from './requests/request-content.controller.js';
import { RequestContentService } from './requests/request-content.service.js';
import { RequestExportsController } from './requests/request-exports.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import { RequestPages } from './requests/request-pages.js';
import { RequestsService } from './requests/requests.service.js';
import { OwnThingsSearch } from './search/own-things-search.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { LockoutTrail } from './session/lockout-trail.js';
import { OwnLimitsService } from './session/own-limits.service.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { DeletionCountsRepository } from './settings/deletion-counts.repository.js';
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

/** The controllers, one per resource. */
const CONTROLLERS = [
  SessionController,
  UsersController,
  UserSessionsController,
  OwnersController,
  BudgetsController,
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
  FormsController,
  HealthController,
  SearchController,
];

/** The services of the controllers. */
const SERVICES: Provider[] = [
  SessionService,
  OwnLimitsService,
  UsersService,
  UserSessionsService,
  AdminTokensService,
  TokensService,
  OwnersService,
  OwnerLimitsService,
  BudgetStatesService,
  MemberTokenLimit,
  ChannelsService,
  ChannelFactsLoader,
  ChannelChecks,
  ChannelDraftChecks,
  AccountModelsService,
  ChannelProbe,
  ModelChanges,
  ModelViews,
  ModelsService,
  ModelCatalogService,
  TaskTokens,
  TasksService,
  RequestPages,
  RequestsService,
  RequestContentService,
  RecordedContentRepository,
  RefusalRecorder,
  UsageService,
  WebhookDeliveriesService,
  DeliveryListRepository,
  DeletionCountsRepository,
  SettingsService,
  ConfigFileService,
  AuditService,
  HealthService,
  HealthRepository,
  OwnThingsSearch,
  SearchService,
];

/** The admin API: all routes under /api. */
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
    JobsModule,
    MediaModule,
    ModelRulesModule,
    ModelsModule,
    PricesModule,
    RefusalsModule,
    SecretsModule,
    SettingsModule,
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
    CallerAuthenticator,
    AdminGuard,
    AdminDeclarations,
    AuditTrail,
    ...SERVICES,
  ],
  exports: [AdminGuard],
})
export class AdminModule {
  /** `imports`: further modules of a process that serves model requests. */
  static register({ imports }: Pick<DynamicModule, 'imports'>): DynamicModule {
    return { module: AdminModule, imports };
  }
}
