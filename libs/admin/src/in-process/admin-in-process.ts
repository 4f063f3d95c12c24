import { randomBytes } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter, LOGGER, RouteTable, newExchange, newRequestId, prepareServer } from '#http-edge';
import { type Logger, NestLogger } from '#telemetry';
import { type FastifyInstance } from 'fastify';
import { AdminGuard } from '../access/admin.guard.js';
import { AdminModule } from '../admin.module.js';
import { type AdminParts } from '../admin-parts.js';

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

export async function openAdminInProcess(
  parts: Omit<AdminParts, 'operatorKey'>,
  logger: Logger,
): Promise<AdminInProcess> {
  const operatorKey = randomBytes(KEY_BYTES).toString('base64url');
  const routes = new RouteTable();
  const app = await NestFactory.create<NestFastifyApplication>(
    InProcessModule.with({ ...parts, operatorKey }, routes, logger),
    createAdapter(routes),
    { bodyParser: false, logger: new NestLogger(logger), abortOnError: false },
  );
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

@Module({})
class InProcessModule {
  static with(parts: AdminParts, routes: RouteTable, logger: Logger): DynamicModule {
    return {
      module: InProcessModule,
      imports: [AdminModule.with(parts)],
      providers: [
        { provide: RouteTable, useValue: routes },
        { provide: LOGGER, useValue: logger },
        { provide: APP_GUARD, useExisting: AdminGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

function createAdapter(routes: RouteTable): FastifyAdapter {
  const adapter = new FastifyAdapter({
    genReqId: newRequestId,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  });
  const server = adapter.getInstance<FastifyInstance>();
  prepareServer(server, routes);
  server.addHook('onRequest', (request, _reply, done) => {
    request.exchange = newExchange();
    done();
  });
  return adapter;
}
