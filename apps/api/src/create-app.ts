import { describeAdminApi } from '#admin';
import { PublicUrl } from '#config';
import { Drain, ErrorFilter, RouteTable } from '#http-edge';
import { NestLogger } from '#telemetry';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule, type AppOptions } from './app.module.js';
import { createFastifyAdapter, prepareEdge } from './http/fastify-adapter.js';
import { OpenConnections } from './http/open-connections.js';
import { RefusedRequests } from './http/refused-requests.js';
import { RepeatedRefusals } from './http/repeated-refusals.js';
import { RequestQueue } from './http/request-queue.js';
import { ModelRequests } from './model-api/model-requests.js';
import { SocketAdapter } from './realtime/socket-adapter.js';
import { ApiReference } from './reference/api-reference.js';

/** Creates the gateway. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<NestFastifyApplication> {
  const { config, logger } = options;
  // The adapter is created before the application, but gets requests only after it.
  let refusals: RefusedRequests | undefined;
  const adapter = createFastifyAdapter(config.http, logger, () => refusals);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const requests = app.get(ModelRequests);
  const errors = app.get(ErrorFilter);
  refusals = app.get<RefusedRequests>(RefusedRequests);
  prepareEdge(adapter, {
    http: config.http,
    routes: app.get(RouteTable),
    drain: app.get(Drain),
    publicUrl: app.get(PublicUrl),
    logger,
    refusals,
    relay: (format, request, reply) =>
      requests
        .relayDirectly(format, request, reply)
        .catch((thrown: unknown) => errors.sendError(thrown, request, reply)),
  });
  app.get(RepeatedRefusals).guard(app.getHttpServer());
  // Added after the other listeners, so that the queue runs before them.
  app.get(RequestQueue).guard(app.getHttpServer());
  app.get(OpenConnections).watch(app.getHttpServer());
  app.get(ApiReference).describeAdminApi = () => describeAdminApi(app);
  return app.useWebSocketAdapter(app.get(SocketAdapter));
}
