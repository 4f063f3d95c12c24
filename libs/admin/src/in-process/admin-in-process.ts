import { randomBytes } from 'node:crypto';
import { type Config, ConfigModule } from '#config';
import { Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter, Exchange, HttpEdgeModule, RouteTable, newRequestId, prepareServer } from '#http-edge';
import { type Logger, NestLogger, TelemetryModule } from '#telemetry';
import { type FastifyInstance } from 'fastify';
import { AdminGuard } from '../access/admin.guard.js';
import { AdminModule } from '../admin.module.js';
import { OPERATOR_KEY } from '../access/operator-key.js';

const KEY_BYTES = 32;
/** Ids of models are longer than what is usual for a parameter, and encoded even more so. */
const MAX_PARAM_LENGTH = 4096;

export interface AdminRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With what follows the question mark. */
  path: string;
  body?: object;
}

export interface AdminAnswer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

/** The admin API without a port: for whoever runs a command where the database is in reach. */
export interface AdminInProcess {
  ask(request: AdminRequest): Promise<AdminAnswer>;
  close(): Promise<void>;
}

export interface AdminInProcessOptions {
  config: Config;
  logger: Logger;
  /** Values for the libraries that it is made of. */
  options: readonly Provider[];
}

/** Starts the admin API on the database that the configuration names. */
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
      const answer = await server.inject({ method, url, headers, payload });
      return { status: answer.statusCode, headers: answer.headers, text: answer.body };
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
    request.exchange = new Exchange();
    done();
  });
  return adapter;
}
