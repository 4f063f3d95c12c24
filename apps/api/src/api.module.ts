import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TokenDirectory } from '#access';
import { type Logger } from '#telemetry';
import { AccessDeclarations } from './http/access-declarations.js';
import { AccessGuard } from './http/access.guard.js';
import { Drain } from './http/drain.js';
import { ErrorFilter } from './http/error.filter.js';
import { LOGGER } from './http/logger.token.js';
import { RouteTable } from './http/route-table.js';
import { HealthController } from './health/health.controller.js';
import { ChatCompletionsController } from './model-api/chat-completions.controller.js';
import { ModelRequests } from './model-api/model-requests.js';

export interface ApiParts {
  tokens: TokenDirectory;
  modelRequests: ModelRequests;
  routes: RouteTable;
  drain: Drain;
  logger: Logger;
}

@Module({})
export class ApiModule {
  static with(parts: ApiParts): DynamicModule {
    return {
      module: ApiModule,
      imports: [DiscoveryModule],
      controllers: [HealthController, ChatCompletionsController],
      providers: [
        { provide: TokenDirectory, useValue: parts.tokens },
        { provide: ModelRequests, useValue: parts.modelRequests },
        { provide: RouteTable, useValue: parts.routes },
        { provide: Drain, useValue: parts.drain },
        { provide: LOGGER, useValue: parts.logger },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        AccessDeclarations,
      ],
    };
  }
}
