import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AdminTokenRepository, type Lockout, SessionDirectory, SignIn } from '#access';
import { AuditLog } from '#audit';
import { Catalog, ChannelStateRepository } from '#catalog';
import { PriceBook, UsageRepository } from '#metering';
import { SecretBox } from '#secrets';
import { AdminDeclarations } from './access/admin-declarations.js';
import { AdminGuard } from './access/admin.guard.js';
import { Credentials } from './access/credentials.js';
import {
  type AdminParts,
  CHECK_QUEUE,
  CONFIG_FILE,
  DATABASE,
  JOURNAL,
  MEDIA_STORE,
  OPERATOR_KEY,
  PUBLIC_URL,
  QUEUE_BACKEND,
  STOPPING,
  TRAFFIC,
  UPSTREAMS,
  VIDEO_TASKS,
} from './admin-parts.js';
import { AdminTokensController } from './admin-tokens/admin-tokens.controller.js';
import { AdminTokensService } from './admin-tokens/admin-tokens.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditService } from './audit/audit.service.js';
import { AuditTrail } from './audit/audit-trail.js';
import { ChannelChecks } from './channels/channel-checks.service.js';
import { ChannelKnowledge } from './channels/channel-knowledge.service.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsRepository } from './channels/channels.repository.js';
import { ChannelsService } from './channels/channels.service.js';
import { LastErrorsRepository } from './channels/last-errors.repository.js';
import { HealthController } from './health/health.controller.js';
import { HealthRepository } from './health/health.repository.js';
import { HealthService } from './health/health.service.js';
import { ModelsController } from './models/models.controller.js';
import { ModelsRepository } from './models/models.repository.js';
import { ModelsService } from './models/models.service.js';
import { ProvidersController } from './providers/providers.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import { RequestsService } from './requests/requests.service.js';
import { TokenNamesRepository } from './requests/token-names.repository.js';
import { LockoutTrail } from './session/lockout-trail.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { TasksController } from './tasks/tasks.controller.js';
import { TasksRepository } from './tasks/tasks.repository.js';
import { TasksService } from './tasks/tasks.service.js';
import { MemberTokenLimit } from './tokens/member-token-limit.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageService } from './usage/usage.service.js';
import { UsersController } from './users/users.controller.js';
import { UserListRepository } from './users/user-list.repository.js';
import { UsersService } from './users/users.service.js';
import { WebhookDeliveriesController } from './webhook-deliveries/webhook-deliveries.controller.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries/webhook-deliveries.repository.js';
import { WebhookDeliveriesService } from './webhook-deliveries/webhook-deliveries.service.js';

/** One controller for each noun. */
const CONTROLLERS = [
  SessionController,
  UsersController,
  AdminTokensController,
  TokensController,
  ChannelsController,
  ProvidersController,
  ModelsController,
  TasksController,
  RequestsController,
  UsageController,
  WebhookDeliveriesController,
  SettingsController,
  AuditController,
  HealthController,
];

/** What the nouns work with, one line for each. */
const SERVICES: Provider[] = [
  SessionService,
  UsersService,
  UserListRepository,
  AdminTokensService,
  TokensService,
  MemberTokenLimit,
  TokensRepository,
  ChannelsService,
  ChannelsRepository,
  ChannelKnowledge,
  LastErrorsRepository,
  ChannelChecks,
  ModelsService,
  ModelsRepository,
  TasksService,
  TasksRepository,
  RequestsService,
  TokenNamesRepository,
  UsageService,
  WebhookDeliveriesService,
  WebhookDeliveriesRepository,
  SettingsService,
  AuditService,
  HealthService,
  HealthRepository,
];

/** The admin API: everything under /api. */
@Module({})
export class AdminModule {
  static with(parts: AdminParts): DynamicModule {
    return {
      module: AdminModule,
      imports: [DiscoveryModule],
      controllers: CONTROLLERS,
      providers: [...partsOf(parts), Credentials, AdminGuard, AdminDeclarations, AuditTrail, ...SERVICES],
      exports: [AdminGuard],
    };
  }
}

function partsOf(parts: AdminParts): Provider[] {
  const { database, secretBox, publicUrl, operatorKey } = parts;
  const auditLog = new AuditLog(database);
  const lockouts = new LockoutTrail(database, auditLog);
  const onLockout = (lockout: Lockout): void => void lockouts.record(lockout);
  return [
    { provide: DATABASE, useValue: database },
    { provide: SecretBox, useValue: secretBox },
    { provide: CONFIG_FILE, useValue: parts.configFile },
    { provide: PUBLIC_URL, useValue: publicUrl },
    { provide: OPERATOR_KEY, useValue: operatorKey },
    { provide: AuditLog, useValue: auditLog },
    { provide: SessionDirectory, useValue: new SessionDirectory(database) },
    { provide: AdminTokenRepository, useValue: new AdminTokenRepository(database) },
    { provide: SignIn, useValue: new SignIn(database, { onLockout }) },
    { provide: UsageRepository, useValue: new UsageRepository(database) },
    { provide: Catalog, useValue: parts.catalog },
    { provide: ChannelStateRepository, useValue: new ChannelStateRepository(database) },
    { provide: PriceBook, useValue: parts.prices },
    { provide: UPSTREAMS, useValue: parts.upstreams },
    { provide: VIDEO_TASKS, useValue: parts.videoTasks },
    { provide: MEDIA_STORE, useValue: parts.media },
    { provide: QUEUE_BACKEND, useValue: parts.queueBackend },
    { provide: CHECK_QUEUE, useValue: parts.checkQueue },
    { provide: TRAFFIC, useValue: parts.traffic },
    { provide: STOPPING, useValue: parts.stopping ?? new AbortController().signal },
    { provide: JOURNAL, useValue: parts.journal },
  ];
}
