import { describeAdminApi } from '#admin';
import { PublicUrl } from '#config';
import { Drain, ErrorFilter, RouteTable } from '#http-edge';
import { NestLogger } from '#telemetry';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule, type AppOptions } from './app.module.js';
import { createFastifyAdapter, prepareEdge } from './http/fastify-adapter.js';
import { RepeatedRefusals } from './http/repeated-refusals.js';
import { ModelRequests } from './model-api/model-requests.js';
import { SocketAdapter } from './realtime/socket-adapter.js';
import { ApiReference } from './reference/api-reference.js';

/** The gateway, which does not listen yet. */
export async function createApp(options: AppOptions): Promise<NestFastifyApplication> {
  const { config, logger } = options;
  const adapter = createFastifyAdapter(config.http, logger);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(options), adapter, {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const requests = app.get(ModelRequests);
  const errors = app.get(ErrorFilter);
  prepareEdge(adapter, {
    http: config.http,
    routes: app.get(RouteTable),
    drain: app.get(Drain),
    publicUrl: app.get(PublicUrl),
    logger,
    relay: (format, request, reply) =>
      requests
        .relayDirectly(format, request, reply)
        .catch((thrown: unknown) => errors.answer(thrown, request, reply)),
  });
  app.get(RepeatedRefusals).guard(app.getHttpServer());
  app.get(ApiReference).describeAdminApi = () => describeAdminApi(app);
  return app.useWebSocketAdapter(app.get(SocketAdapter));
}
