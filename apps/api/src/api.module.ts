import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TokenDirectory } from '#access';
import { AdminModule, type AdminParts } from '#admin';
import { Catalog } from '#catalog';
import { AccessDeclarations, ErrorFilter, LOGGER, RouteTable } from '#http-edge';
import { type MediaStore } from '#media';
import { PriceBook } from '#metering';
import { type Router } from '#relay';
import { type Logger } from '#telemetry';
import { ConsoleModule, type ConsoleParts } from './console/console.module.js';
import { AccessGuard } from './http/access.guard.js';
import { Admissions } from './http/admissions.js';
import { Drain } from './http/drain.js';
import { MEDIA_STORE } from './media/media-store.token.js';
import { MediaController } from './media/media.controller.js';
import { HealthController } from './health/health.controller.js';
import { type MetricsParts } from './metrics/metrics-parts.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ChatCompletionsController } from './model-api/chat-completions.controller.js';
import { CompletionsController } from './model-api/completions.controller.js';
import { EmbeddingsController } from './model-api/embeddings.controller.js';
import { GenerateContentController } from './model-api/generate-content.controller.js';
import { ImagesController } from './model-api/images.controller.js';
import { MessagesController } from './model-api/messages.controller.js';
import { ModerationsController } from './model-api/moderations.controller.js';
import { ModelsController } from './model-api/models.controller.js';
import { RerankController } from './model-api/rerank.controller.js';
import { ResponsesController } from './model-api/responses/responses.controller.js';
import { type ResponsesParts, responsesProviders } from './model-api/responses/responses-providers.js';
import { SpeechController } from './model-api/speech.controller.js';
import { TranscriptionsController } from './model-api/transcriptions.controller.js';
import { TokenCounts } from './model-api/token-counts.js';
import { ModelRequests } from './model-api/model-requests.js';
import { VideoModule, type VideoParts } from './model-api/video/video.module.js';
import { RealtimeModule, type RealtimeParts } from './realtime/realtime.module.js';
import { ClientSecrets } from '#realtime';
import { ClientSecretsController } from './realtime/client-secrets.controller.js';

export interface ApiParts {
  tokens: TokenDirectory;
  admissions: Admissions;
  catalog: Catalog;
  router: Router;
  modelRequests: ModelRequests;
  responses: ResponsesParts;
  clientSecrets: ClientSecrets;
  media: MediaStore;
  routes: RouteTable;
  drain: Drain;
  logger: Logger;
  console: ConsoleParts;
  video: VideoParts;
  realtime: RealtimeParts;
  metrics: MetricsParts;
  admin: AdminParts;
}

@Module({})
export class ApiModule {
  static with(parts: ApiParts): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        DiscoveryModule,
        ConsoleModule.with(parts.console),
        VideoModule.with(parts.video),
        RealtimeModule.with(parts.realtime),
        MetricsModule.with(parts.metrics),
        AdminModule.with(parts.admin),
      ],
      controllers: [
        HealthController,
        MediaController,
        ChatCompletionsController,
        CompletionsController,
        ResponsesController,
        MessagesController,
        EmbeddingsController,
        ImagesController,
        RerankController,
        ModerationsController,
        SpeechController,
        TranscriptionsController,
        GenerateContentController,
        ModelsController,
        ClientSecretsController,
      ],
      providers: [
        { provide: TokenDirectory, useValue: parts.tokens },
        { provide: Admissions, useValue: parts.admissions },
        { provide: Catalog, useValue: parts.catalog },
        { provide: PriceBook, useValue: parts.admin.prices },
        { provide: ModelRequests, useValue: parts.modelRequests },
        ...responsesProviders(parts),
        { provide: TokenCounts, useValue: new TokenCounts(parts.modelRequests, parts.router) },
        { provide: ClientSecrets, useValue: parts.clientSecrets },
        { provide: MEDIA_STORE, useValue: parts.media },
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
