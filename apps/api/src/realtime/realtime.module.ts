import { Module } from '@nestjs/common';
import { TokenDirectory } from '#access';
import { ModelAdmission } from '#admission';
import { Catalog } from '#catalog';
import { CONFIG, type Config } from '#config';
import { ClientSecrets, RealtimeRelay } from '#realtime';
import { AttemptControls, Billing, PolicyService, Relay, Router } from '#relay';
import { LOGGER, type Logger, Metrics, Tracing } from '#telemetry';
import { getSpoolFolder, storeSpeech } from '../http/form/spool-folder.js';
import { HttpModule } from '../http/http.module.js';
import { RefusedRequests } from '../http/refused-requests.js';
import { RequestQueue } from '../http/request-queue.js';
import { ModelRequestsModule } from '../model-api/model-requests.module.js';
import { ClientSecretsController } from './client-secrets.controller.js';
import { LiveSessions } from './live-sessions.js';
import { RealtimeEntryPoint } from './realtime-entry-point.js';
import { RealtimeController } from './realtime.controller.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { SocketAdapter } from './socket-adapter.js';
import { SOCKET_LIMITS, type SocketLimits } from './socket-limits.js';
import { TokenSockets } from './token-sockets.js';

/** Realtime sessions over a WebSocket. */
@Module({
  imports: [HttpModule, ModelRequestsModule],
  controllers: [ClientSecretsController, RealtimeController],
  providers: [
    ClientSecrets,
    RealtimeEntryPoint,
    RealtimeGateway,
    SocketAdapter,
    TokenSockets,
    {
      provide: RealtimeRelay,
      inject: [Catalog, Router, AttemptControls, Billing, PolicyService, Relay, CONFIG, LOGGER],
      useFactory: (...[catalog, router, attempts, billing, ...rest]: RelayDependencies) => {
        const [policies, relay, config, logger] = rest;
        return new RealtimeRelay({
          catalog,
          router,
          attempts,
          billing,
          policies,
          relay,
          bridge: config.file?.realtime ?? {},
          storeFile: (content) => storeSpeech(getSpoolFolder(config.dataDir), content),
          logger,
        });
      },
    },
    {
      provide: LiveSessions,
      inject: [
        TokenDirectory,
        ModelAdmission,
        Metrics,
        Tracing,
        LOGGER,
        RefusedRequests,
        RequestQueue,
        SOCKET_LIMITS,
      ],
      useFactory: (...[tokens, admission, metrics, tracing, logger, ...http]: SessionDependencies) => {
        const [refusals, queue, socketLimits] = http;
        const shared = { metrics, tracing, logger, socketLimits };
        const sessions = new LiveSessions({ tokens, admission, refusals, queue, ...shared });
        metrics.addSource('open_websockets', () => [{ value: sessions.count }]);
        return sessions;
      },
    },
  ],
  exports: [ClientSecrets, LiveSessions, RealtimeEntryPoint, SocketAdapter],
})
export class RealtimeModule {}

type RelayDependencies = [Catalog, Router, AttemptControls, Billing, PolicyService, Relay, Config, Logger];
type SessionDependencies = [
  TokenDirectory,
  ModelAdmission,
  Metrics,
  Tracing,
  Logger,
  RefusedRequests,
  RequestQueue,
  SocketLimits,
];
