import { randomBytes } from 'node:crypto';
import { type Config, ConfigModule } from '#config';
import { Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ErrorFilter,
  RequestContext,
  HttpEdgeModule,
  RouteTable,
  newRequestId,
  prepareServer,
} from '#http-edge';
import { type Logger, NestLogger, TelemetryModule } from '#telemetry';
import { type FastifyInstance } from 'fastify';
import { AdminGuard } from '../access/admin.guard.js';
import { AdminModule } from '../admin.module.js';
import { OPERATOR_KEY } from '../access/operator-key.js';

const KEY_BYTES = 32;
/** Model ids, percent-encoded, are longer than the default maximum of a path parameter. */
const MAX_PARAM_LENGTH = 4096;

export interface AdminRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with the query string. */
  path: string;
  body?: object;
}

export interface AdminResponse {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

/** The admin API without a port, for commands that connect to the database. */
export interface AdminInProcess {
  ask(request: AdminRequest): Promise<AdminResponse>;
  close(): Promise<void>;
}

export interface AdminInProcessOptions {
  config: Config;
  logger: Logger;
  /** Options of the libraries. */
  options: readonly Provider[];
}

/** Starts the admin API on the database of the configuration. */
export async function startAdminInProcess({
  config,
  logger,
  options,
}: AdminInProcessOptions): Promise<AdminInProcess> {
  const operatorKey = randomBytes(KEY_BYTES).toString('base64url');
  const adapter = createAdapter();
  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: AdminInProcessModule,
      imports: [
        ConfigModule.forRoot(config, [...options, { provide: OPERATOR_KEY, useValue: operatorKey }]),
        TelemetryModule.forRoot(logger),
      ],
    },
    adapter,
    { bodyParser: false, logger: new NestLogger(logger), abortOnError: false },
  );
  prepareServer(adapter.getInstance<FastifyInstance>(), app.get(RouteTable));
  await app.init();
  const server = app.getHttpAdapter().getInstance();
  await server.ready();
  return {
    ask: async ({ method, path: url, body: payload }) => {
      const headers = { authorization: `Bearer ${operatorKey}` };
      const response = await server.inject({ method, url, headers, payload });
      return { status: response.statusCode, headers: response.headers, text: response.body };
    },
    close: () => app.close(),
  };
}

@Module({
  imports: [AdminModule, HttpEdgeModule],
  providers: [
    { provide: APP_GUARD, useExisting: AdminGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
class AdminInProcessModule {}

function createAdapter(): FastifyAdapter {
  const adapter = new FastifyAdapter({
    genReqId: newRequestId,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  });
  adapter.getInstance<FastifyInstance>().addHook('onRequest', (request, _reply, done) => {
    request.requestContext = new RequestContext();
    done();
  });
  return adapter;
}
