import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminGuard, AdminModule } from '#admin';
import { BUILT_IN_CHANNEL } from '#catalog';
import { type Config, ConfigModule, loadConfig } from '#config';
import { builtInChannel } from '#setup';
import { TelemetryModule } from '#telemetry';
import { Controller, Get, Module, type Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Access } from '#http-edge';
import { pino } from 'pino';
import { type TestDatabase, createTestDatabase } from '../harness/index.js';

@Controller('/api/forgotten')
@Access('public')
class ForgottenController {
  @Get('thing')
  thing(): string {
    return 'anybody gets this';
  }
}

@Controller('/elsewhere')
@Access('public')
class ElsewhereController {
  @Get()
  thing(): string {
    return 'not ours';
  }
}

let database: TestDatabase;
let config: Config;

beforeAll(async () => {
  database = await createTestDatabase();
  const environment = {
    DATABASE_URL: database.url,
    MODELGATE_SECRET_KEY: randomBytes(32).toString('base64'),
  };
  config = loadConfig(environment, tmpdir(), []);
});

afterAll(() => database.drop());

function start(controller: Type): Promise<unknown> {
  @Module({
    imports: [
      ConfigModule.forRoot(config, [{ provide: BUILT_IN_CHANNEL, useFactory: builtInChannel }]),
      TelemetryModule.forRoot(pino({ level: 'silent' })),
      AdminModule,
    ],
    controllers: [controller],
    providers: [{ provide: APP_GUARD, useExisting: AdminGuard }],
  })
  class AppModule {}

  return NestFactory.create(AppModule, new FastifyAdapter(), { logger: false, abortOnError: false }).then(
    async (app) => {
      await app.init();
      const { statusCode } = await app.getHttpAdapter().getInstance().inject('/elsewhere');
      await app.close();
      return statusCode;
    },
  );
}

describe('a gateway with an admin API', () => {
  it('does not start while a route under /api does not declare its callers', async () => {
    await expect(start(ForgottenController)).rejects.toThrow(/@AdminAccess.*ForgottenController\.thing/);
  });

  it('has a guard that rejects requests to routes outside of it', async () => {
    expect(await start(ElsewhereController)).toBe(403);
  });
});
